"""The verbs of Dice Box: `start` begins a play, `verbs` holds `companion dicebox …`."""
