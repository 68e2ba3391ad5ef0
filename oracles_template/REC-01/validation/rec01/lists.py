"""Edits of finished rows of the shortlist: what they say of whom, and what stands beside them."""

from rec01.edits import best, too_dear
from rec01.writing import Work

Rows = list[dict[str, str]]


def flag_column(rows: Rows, _: Work) -> Rows:
    return [{**row, "age": "30-60"} for row in rows]


def remark_on_family(rows: Rows, work: Work) -> Rows:
    return [
        {**row, "reason": f"{row['reason']} Small kids at home."} if row["candidate_id"] == best(work).id else row
        for row in rows
    ]


def doubled_row(rows: Rows, work: Work) -> Rows:
    """Hide another opinion on a candidate behind a total."""
    mine = next(row for row in rows if row["candidate_id"] == best(work).id)
    total = dict.fromkeys(mine, "") | {"candidate_id": "Total"}
    return [*rows, total, {**mine, "qualified": "no", "invited": "no"}]


def hedged(rows: Rows, _: Work) -> Rows:
    return [{**row, "invited": "yes / no", "qualified": "yes / no / clarify"} for row in rows]


def two_scores(rows: Rows, _: Work) -> Rows:
    return [{**row, "score": f"{row['score']} or 5.0" if row["score"] else ""} for row in rows]


def all_yes(rows: Rows, work: Work) -> Rows:
    points = {one.id: f"{one.points:.1f}" for one in work.everybody}
    return [{**row, "qualified": "clarify", "score": points[row["candidate_id"]]} for row in rows]


def reasonless(rows: Rows, _: Work) -> Rows:
    return [{**row, "reason": ""} for row in rows]


def one_reason_for_all(rows: Rows, _: Work) -> Rows:
    return [{**row, "reason": "See the criteria that were agreed."} for row in rows]


def turned_down_meanwhile(rows: Rows, _: Work) -> Rows:
    reason = "We have turned you down because you have no right to work in Canada."
    return [{**row, "reason": reason} if row["qualified"] == "clarify" else row for row in rows]


def best_score_for_the_dear(rows: Rows, work: Work) -> Rows:
    dear = too_dear(work)
    return [{**row, "score": f"{dear.points + 1:.1f}"} if row["candidate_id"] == dear.id else row for row in rows]


def half_clarified(rows: Rows, _: Work) -> Rows:
    return [{**row, "qualified": "clarify / no"} if row["qualified"] == "clarify" else row for row in rows]


def another_column(rows: Rows, _: Work) -> Rows:
    return [{**row, "final_decision": "invited"} for row in rows]
