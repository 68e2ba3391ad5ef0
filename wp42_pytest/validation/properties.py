"""What validation proves by running things: the properties of a scenario, and the rules that each rests on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from wp42_pytest.validation.findings import Finding


class Property(StrEnum):
    """One promise that a scenario keeps; each gets a verdict of its own."""

    lint = "lint"
    coherent = "coherent"
    deterministic = "deterministic"
    supported = "supported"
    sound = "sound"
    idle = "idle"
    fair = "fair"
    stated = "stated"
    sealed = "sealed"
    crossed = "crossed"


MEANING = {
    Property.lint: "the files are in order",
    Property.coherent: "every seed builds, its files tie, and what is declared is really planted",
    Property.deterministic: "one seed gives the same bytes and the same receipt, wherever and in whichever order",
    Property.supported: "the solver, which knows the bundle alone, passes everything",
    Property.sound: "every mutant is caught, and every check is needed to catch one",
    Property.idle: "work without substance scores next to nothing",
    Property.fair: "right work in another shape gets the same receipt",
    Property.stated: "every criterion rests on words that the worker was given",
    Property.sealed: "nothing in the bundle gives an answer away",
    Property.crossed: "another seed's answers are wrong answers",
}
"""What each property says of a scenario that has it."""


@dataclass(frozen=True)
class RunRule:
    """A rule that is checked by running something."""

    property: Property
    about: str
    remedy: str


RUN_RULES: dict[str, RunRule] = {
    "built": RunRule(
        Property.coherent, "the generator builds every seed", "mend what the generator's own assertions report"
    ),
    "committed-bundle": RunRule(
        Property.coherent,
        "the committed default instance is what the generator builds",
        "run `wp42 generate TASK --public-only` and commit inputs/ and portal/",
    ),
    "planted-errors": RunRule(
        Property.coherent,
        "the oracle lists as many planted errors as task.json declares, in files that exist",
        "correct designed_features.planted_errors, or the list that build() returns",
    ),
    "injection-placed": RunRule(
        Property.coherent,
        "a declared injection stands in the file that the oracle names, and its twin lacks it",
        "plant it inside `if build.has('injection')`, and record the file and the text exactly",
    ),
    "clarification": RunRule(
        Property.coherent,
        "oracle and task.json agree on whether clarification is required",
        "return requires_clarification as task.json declares it",
    ),
    "figure-tolerance": RunRule(
        Property.coherent,
        "figures with decimals have a tolerance above zero",
        "give the figure a tolerance of at least half of its last digit, 0.01 for money",
    ),
    "figure-given": RunRule(
        Property.coherent,
        "a figure that is declared given stands in the bundle",
        "leave out given=True: the worker derives it",
    ),
    "dates-exist": RunRule(Property.coherent, "every ISO date in the inputs exists", "draw dates from the calendar"),
    "portal-constant": RunRule(
        Property.coherent,
        "the portal of every seed serves what inputs/ holds",
        "build the portal from the same records",
    ),
    "same-bytes": RunRule(
        Property.deterministic,
        "two builds in two processes give the same bytes",
        "draw from build.stream(name), read no clock and no environment, iterate over no set",
    ),
    "same-receipt": RunRule(
        Property.deterministic,
        "two gradings give the same receipt, shuffled or under -n 2",
        "keep no state between checks; compare values, not the order in which a set yields them",
    ),
    "solver-ran": RunRule(
        Property.supported, "the solver finishes", "mend validation/solve.py, or the bundle that it cannot read"
    ),
    "solver-passes": RunRule(
        Property.supported,
        "the solver passes every criterion and triggers no violation",
        "find who is wrong: the solver, the oracle or the check; then mend the cause",
    ),
    "mutant-ran": RunRule(Property.sound, "every mutant applies", "mend validation/mutants.py"),
    "mutant-caught": RunRule(
        Property.sound,
        "every mutant is caught by the checks that it names",
        "sharpen the check, or name the one that really catches the mutant",
    ),
    "spoilt-caught": RunRule(
        Property.sound,
        "every spoilt copy of the solution is caught",
        "let a criterion look at what was spoilt, or drop it from what the brief asks",
    ),
    "check-needed": RunRule(
        Property.sound,
        "every check is killed by a mutant that leaves most others passing",
        "add the mutant that only this check catches, or drop the check",
    ),
    "evaluator-error": RunRule(
        Property.sound,
        "no work makes the evaluator raise anything but NotMet",
        "ask evidence for what you need; it raises NotMet by itself",
    ),
    "null-score": RunRule(
        Property.idle,
        "work without substance scores at most 0.15",
        "let the criteria that it passes rest on an oracle figure",
    ),
    "null-complete": RunRule(
        Property.idle, "work without substance never completes", "add criteria that look at the deliverables"
    ),
    "null-accused": RunRule(
        Property.idle,
        "work that is not there does no wrong: blank files trigger no violation",
        "catch NotMet in the violation check and return; a criterion notices what is missing",
    ),
    "variant-ran": RunRule(Property.fair, "every variant applies", "mend validation/variants.py"),
    "variant-equal": RunRule(
        Property.fair,
        "right work in another shape gets the same verdicts",
        "read by label and header through evidence, or say in the brief that only this shape is right",
    ),
    "basis-stands": RunRule(
        Property.stated,
        "what criteria quote stands in the bundle of every seed",
        "quote words that do not depend on the seed",
    ),
    "figure-standing": RunRule(
        Property.sealed,
        "no figure that must be derived stands in the bundle",
        "take it out of the file, or declare given=True when it legitimately stands there",
    ),
    "path-standing": RunRule(
        Property.sealed, "no path of ours stands in the bundle", "take it out of the text or the metadata"
    ),
    "seed-standing": RunRule(
        Property.sealed, "the seed stands in nothing that a worker sees", "derive ids and names from draws, not from it"
    ),
    "crossed-passes": RunRule(
        Property.crossed,
        "no criterion passes with another seed's oracle, unless what it rests on is equal by design",
        "let the criterion compare with the oracle's figure instead of a constant or a form",
    ),
    "crossed-score": RunRule(
        Property.crossed,
        "another seed's answers score little",
        "let more of the weight rest on figures that depend on the seed",
    ),
}
"""Every rule that is checked by running something."""


def finding(rule: str, file: str, what: str, subject: str = "") -> Finding:
    """Return the finding of a run rule."""
    return Finding(file, rule, what, RUN_RULES[rule].remedy, subject)


def property_of(found: Finding) -> Property:
    """Return the property that a finding speaks against."""
    return RUN_RULES[found.rule].property if found.rule in RUN_RULES else Property.lint
