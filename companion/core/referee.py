"""The referee: says no with a rule's id, unless the table has a house rule or a licence."""

from collections.abc import Collection

from companion.core.event import House
from companion.errors import Illegal


class Referee:
    """Refuses what the rules forbid. With `house`, notes the rule instead and lets it pass.

    `licences` are rules that an entry was let off once: those that its house rule overruled when it
    was made. They alone do not count against it, however often it is looked at again.
    `overruled` lists the ids of the rules that stood against the entry, in order, once each.
    """

    def __init__(self, house: str | None = None, licences: Collection[str] = ()) -> None:
        self.house = house
        self.licences = licences
        self.overruled: list[str] = []

    @property
    def house_rule(self) -> House | None:
        """The house rule of the entry, with the rules that it overruled."""
        return None if self.house is None else House(self.house, tuple(self.overruled))

    def require(
        self, allowed: bool, rule: str, message: str, hint: str = "", openly: str = ""
    ) -> None:
        """Refuse unless `allowed`. Raises Illegal with the rule's id."""
        if not allowed:
            self.refuse(rule, message, hint, openly)

    def refuse(self, rule: str, message: str, hint: str = "", openly: str = "") -> None:
        """Say no. Raises Illegal, except for a table that plays by its own rule here."""
        if self.house is None and rule not in self.licences:
            raise Illegal(rule, message, hint, openly)
        if rule not in self.overruled:
            self.overruled.append(rule)
