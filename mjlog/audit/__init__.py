"""The audit: every rule with a stable code, held against logs, their replay and their re-scoring."""
