"""What a group has played: every play as a record, read quickly, however many there are."""

from companion.table.records.annals import Annals, finished

__all__ = ["Annals", "finished"]
