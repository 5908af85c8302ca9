"""Find fonts for characters that the standard fonts lack: names may be in any script."""
