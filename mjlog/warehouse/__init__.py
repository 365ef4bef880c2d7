"""The warehouse: tables of many games in Parquet or in memory, and SQL over them."""

from mjlog.warehouse.connection import PublishWarning, QueryError
from mjlog.warehouse.ingest import IngestReport
from mjlog.warehouse.lock import LockedError
from mjlog.warehouse.warehouse import Warehouse, is_warehouse

__all__ = ["IngestReport", "LockedError", "PublishWarning", "QueryError", "Warehouse", "is_warehouse"]
