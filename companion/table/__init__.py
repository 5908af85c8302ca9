"""What a table does: start, enter, undo, finish. Opens a log, folds it, checks, appends."""
