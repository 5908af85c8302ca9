"""The verbs of A Little White Die: `start` begins a play, `verbs` holds `companion lwd …`."""
