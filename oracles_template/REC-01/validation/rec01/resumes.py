"""Read the CVs: jobs month by month, and what else the must-haves and the points ask for."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pypdf import PdfReader

MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
A_MONTH = r"(?:[A-Z][a-z]{2,8} \d{4}|\d{1,2}/\d{4}|\d{4}-\d{2})"
PERIOD = re.compile(rf"({A_MONTH})\s*(?:–|-|to|until)\s*({A_MONTH}|present|today|now|ongoing|current)", re.IGNORECASE)
GOES_ON_TO = 2025 * 12 + 9
UNREADABLE_SIZE = 4
"""Points below which nobody reads a text."""


@dataclass
class Job:
    """One job, months counted from year zero, both ends included."""

    first: int
    last: int
    text: str

    @property
    def paid(self) -> bool:
        """Whether somebody paid for it."""
        return not re.search(r"\b(?:volunteer\w*|unpaid|without pay|internship without)\b", self.text, re.IGNORECASE)

    @property
    def sql(self) -> bool:
        """Whether SQL was among its tools."""
        return bool(re.search(r"\bSQL\b", self.text))


@dataclass
class Resume:
    """What one CV states."""

    id: str
    name: str
    text: str
    jobs: list[Job] = field(default_factory=list)
    salary: int | None = None
    right_to_work: str = ""
    certificate: str = ""
    unseen: str = ""

    @property
    def english(self) -> bool:
        """Whether English is among the languages."""
        return bool(re.search(r"\bEnglish\b", self.text))

    @property
    def python(self) -> bool:
        """Whether Python is named."""
        return bool(re.search(r"\bPython\b", self.text))


def read_resumes(folder: Path) -> list[Resume]:
    """Read every CV of a folder, sorted by id."""
    return [read_resume(path) for path in sorted(folder.glob("*.pdf"))]


def read_resume(path: Path) -> Resume:
    """Read one CV; a text that is too small to be read is kept apart."""
    seen, unseen = [], []
    for page in PdfReader(path).pages:
        small: list[str] = []

        def sort_out(
            text: str, _cm: Any, matrix: list[float], _font: Any, size: float, small: list[str] = small
        ) -> None:
            if text.strip() and size * abs(matrix[3]) < UNREADABLE_SIZE:
                small.append(text.strip())

        whole = page.extract_text(visitor_text=sort_out)
        for each in small:
            whole = whole.replace(each, " ")
        seen.append(whole)
        unseen += small
    text = "\n".join(seen)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    resume = Resume(path.stem, lines[0], text, unseen=" ".join(unseen))
    resume.jobs = _jobs(lines)
    for line in lines:
        if (amount := re.search(r"\bsalary\b.*?(\d{2,3}),(\d{3})", line, re.IGNORECASE)) and resume.salary is None:
            resume.salary = int(amount[1] + amount[2])
        if stated := re.match(
            r"(?:work (?:status|authorization|permit)|right to work)\s*:\s*(\S.*)", line, re.IGNORECASE
        ):
            resume.right_to_work = stated[1]
        if re.match(r"certificate\b", line, re.IGNORECASE) and re.search(r"\banaly(?:tics|sis)\b", line):
            resume.certificate = line
    return resume


def _jobs(lines: list[str]) -> list[Job]:
    """Return the jobs: each begins with the line above its period and ends with its tools."""
    at = [number for number, line in enumerate(lines) if PERIOD.fullmatch(line)]
    jobs = []
    for number, following in zip(at, [*at[1:], len(lines) + 1], strict=True):
        match = PERIOD.fullmatch(lines[number])
        body = [lines[number - 1]]
        for line in lines[number + 1 : following - 1]:
            body.append(line)
            if line.startswith("Tools:"):
                break
        if match:
            first, last = (_month(match[side]) for side in (1, 2))
            jobs.append(Job(first, last, "\n".join(body)))
    return jobs


def _month(text: str) -> int:
    numbers = [int(each) for each in re.findall(r"\d+", text)]
    if not numbers:
        return GOES_ON_TO
    if len(numbers) == 2:
        year, month = max(numbers), min(numbers)
        return year * 12 + month - 1
    word = text[:3].lower()
    return numbers[0] * 12 + next(at for at, name in enumerate(MONTHS) if name.startswith(word))
