"""Builds ACC-04: the papers of one household for its 2025 return, and the records that they support.

The working papers stand in `wp42_pytest/tax1040/`: `household/plan.py` draws who the household is and what happens to it, a module for
each concern makes the papers and notes the true records, `documents/` prints them, `prior_return.py` writes last year's return.
Here the pile is put together, and what is true goes into the oracle.
"""

from __future__ import annotations

from wp42_pytest.authoring.generator import Build, OracleContent, generator_main
from wp42_pytest.tax1040.household.oracle import content
from wp42_pytest.tax1040.household.pile import complete
from wp42_pytest.tax1040.household.plan import household
from wp42_pytest.tax1040.skills import FOLDER, skill_files


def build(build: Build) -> OracleContent:
    """Write the package and return what only the evaluator may know."""
    package = household(build)
    declared = build.task.designed_features.prompt_injection
    complete(package, injection=build.has("injection") and declared, rng=build.stream("strangers"))
    for path, data in sorted(package.papers.items()):
        build.write(f"inputs/sources/{path}", data)
    for path, data in skill_files().items():
        build.write(f"inputs/{FOLDER}/{path}", data)
    return content(package)


if __name__ == "__main__":
    raise SystemExit(generator_main(__file__, build))
