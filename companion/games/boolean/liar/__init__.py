"""Liar's Boolean Dice: hidden dice, declarations that rise, challenges that cost a die."""
