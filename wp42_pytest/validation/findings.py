"""What validation finds: one typed sentence per defect, with the rule, the file and the remedy."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Subject = TypeVar("Subject")


class NothingToJudge(Exception):  # noqa: N818  it is not an error: another rule reports the absence
    """A rule's subject is missing or unreadable, which is another rule's finding."""


@dataclass(frozen=True, order=True)
class Finding:
    """One defect of a scenario.

    Attributes:
        file: the file to mend, as its author knows it.
        rule: the id of the rule that found it.
        what: what was found, and what was expected.
        remedy: what the author should do.
        subject: the mutant, variant or check that it is about; seeds that show the same are counted together by it.
    """

    file: str
    rule: str
    what: str
    remedy: str
    subject: str = ""

    def __str__(self) -> str:
        return f"{self.file}: [{self.rule}] {self.what}. Remedy: {self.remedy}."

    def as_dict(self) -> dict[str, str]:
        """Return the finding as JSON-able fields."""
        return asdict(self)


@dataclass(frozen=True)
class Found:
    """What a rule yields: the file and what is wrong with it; the rule adds its id and its remedy."""

    file: str
    what: str


@dataclass(frozen=True)
class Rule(Generic[Subject]):
    """One rule: a small function over a subject, and the remedy that all its findings share."""

    id: str
    about: str
    remedy: str
    check: Callable[[Subject], Iterable[Found]]

    def __call__(self, subject: Subject) -> Iterator[Finding]:
        """Apply the rule; a subject that is not there has nothing to judge."""
        try:
            for found in self.check(subject):
                yield Finding(found.file, self.id, found.what, self.remedy)
        except NothingToJudge:
            return


class Rules(Generic[Subject]):
    """The rules about one subject, in the order in which they are written."""

    def __init__(self) -> None:
        self.by_id: dict[str, Rule[Subject]] = {}

    def rule(
        self, rule_id: str, *, remedy: str
    ) -> Callable[[Callable[[Subject], Iterable[Found]]], Callable[[Subject], Iterable[Found]]]:
        """Register a function as a rule; the first line of its docstring says what the rule demands."""

        def register(check: Callable[[Subject], Iterable[Found]]) -> Callable[[Subject], Iterable[Found]]:
            about = (check.__doc__ or "").strip().splitlines()[0]
            self.by_id[rule_id] = Rule(rule_id, about, remedy, check)
            return check

        return register

    def __iter__(self) -> Iterator[Rule[Subject]]:
        return iter(self.by_id.values())

    def findings(self, subject: Subject) -> list[Finding]:
        """Apply every rule, each finding once."""
        found = (finding for rule in self for finding in rule(subject))
        return list(dict.fromkeys(found))
