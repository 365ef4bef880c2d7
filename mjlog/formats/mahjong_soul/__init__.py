"""Mahjong Soul records, as JSON and as protobuf."""
