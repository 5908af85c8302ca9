"""The verbs of Blank White Dice: `start` begins a play, `verbs` holds `companion bwd …`."""
