"""Fills `run.json`: everything needed to repeat a run, and everything seen while it ran."""

from __future__ import annotations

import hashlib
import platform
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib import metadata
from typing import TYPE_CHECKING, Any

from wp42_pytest.model.run import ExitReason, RunRecord, Usage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wp42_pytest.running.collect import Collected
    from wp42_pytest.running.gateway.gateway import Gateway
    from wp42_pytest.running.run import RunRequest
    from wp42_pytest.running.sandbox import Ended, Limits, Sandbox

WORDS_KEPT = 4000
"""Most characters of a worker's own output in the record."""


@dataclass
class Account:
    """What is known of a run while it is made."""

    request: RunRequest
    sandbox: Sandbox
    started_at: datetime
    bundle_s: float
    gateway: Gateway | None = None
    limits: Limits | None = None
    prompt: str = ""
    ended: Ended | None = None
    exit_reason: ExitReason = ExitReason.infrastructure_error
    worker_details: Mapping[str, Any] = field(default_factory=dict)
    collected: Collected | None = None
    collect_s: float = 0.0
    events: list[str] = field(default_factory=list)

    def opened(self, gateway: Gateway | None, limits: Limits, prompt: str) -> None:
        """Take in what was set up."""
        self.gateway, self.limits, self.prompt = gateway, limits, prompt

    def sandbox_failed(self, why: str) -> None:
        """Take in that the sandbox did not hold or did not start."""
        self.events.append(why)
        self.exit_reason = ExitReason.infrastructure_error


def finished_record(account: Account, total_s: float) -> RunRecord:
    """Return the record of a run that has ended.

    Args:
        account: what is known of it.
        total_s: seconds from the request to now.
    """
    request, gateway = account.request, account.gateway
    details: dict[str, Any] = {
        "versions": _versions(),
        "arm": request.arm.model_dump(mode="json"),
        "arm_sha256": request.arm.digest(),
        "worker": request.worker.describe() | {"kind": request.worker.name},
        "sandbox": account.sandbox.describe(),
        "prompt_sha256": hashlib.sha256(account.prompt.encode()).hexdigest(),
        "limits": asdict(account.limits) if account.limits else {},
        "events": _events(account),
    }
    if request.model is not None:
        details["model"] = request.model.model_dump(mode="json")
    if account.collected is not None:
        details["collected"] = asdict(account.collected)
    if account.worker_details:
        details["worker_report"] = dict(account.worker_details)
    usage, cost = Usage(), 0.0
    if gateway is not None:
        tokens = gateway.meter.tokens
        usage = Usage(
            input_tokens=tokens.input,
            output_tokens=tokens.output,
            cache_read_tokens=tokens.cache_read,
            cache_write_tokens=tokens.cache_write,
            requests=gateway.meter.requests,
        )
        cost = float(gateway.meter.spent)
        details["gateway"] = _gateway_details(gateway)
    worked = 0.0
    if account.ended is not None:
        worked = account.ended.seconds
        details["process"] = _process(account.ended)
    details["seconds"] = {
        "worker": round(worked, 3),
        "bundle": round(account.bundle_s, 3),
        "collecting": round(account.collect_s, 3),
        "overhead": round(total_s - worked - account.bundle_s, 3),
    }
    return RunRecord(
        run_id=request.run_id,
        task=str(request.instance),
        arm=request.arm_name,
        worker=request.worker_name,
        model=request.model_name,
        attempt=request.attempt,
        started_at=account.started_at.isoformat(timespec="seconds"),
        ended_at=datetime.now(UTC).isoformat(timespec="seconds"),
        exit_reason=account.exit_reason,
        sealed=account.sandbox.sealed,
        cost_usd=cost,
        usage=usage,
        details=details,
    )


def _versions() -> dict[str, str]:
    return {
        "wp42": metadata.version("wp42-pytest"),
        "python": platform.python_version(),
        "platform": platform.platform(terse=True),
    }


def _gateway_details(gateway: Gateway) -> dict[str, Any]:
    found: dict[str, Any] = {
        "budget_usd": float(gateway.meter.budget),
        "held_s": round(gateway.held_s, 3),
        "broken_streams": gateway.broken_streams,
        "refused": gateway.refusals,
        "request_errors": gateway.request_errors[-20:],
        "transcript_lines": gateway.transcript.lines,
    }
    if gateway.provider_problem:
        found["provider_problem"] = gateway.provider_problem
    if gateway.web is not None:
        calls = gateway.web.calls
        found["external_calls"] = {
            "calls": len(calls),
            "with_private_data": sum(bool(call["private"]) for call in calls),
        }
    return found


def _process(ended: Ended) -> dict[str, Any]:
    return {
        "ended_by": ended.ended_by.value,
        "exit_code": ended.exit_code,
        "cpu_s": round(ended.cpu_s, 2),
        "peak_memory": ended.peak_memory,
        "peak_processes": ended.peak_processes,
        "stdout": _words(ended.stdout),
        "stderr": _words(ended.stderr),
        "dropped_output": ended.dropped_output,
    }


def _words(raw: bytes) -> str:
    text = raw.decode("utf-8", "backslashreplace")
    return text if len(text) <= WORDS_KEPT else f"… {text[-WORDS_KEPT:]}"


def _events(account: Account) -> list[str]:
    events = list(account.events)
    if not account.sandbox.sealed:
        events.append("not sealed: the worker ran without a sandbox")
    if account.collected is not None:
        events += [f"left behind: {entry['name']} ({entry['reason']})" for entry in account.collected.left_behind[:50]]
    if account.gateway is not None and account.gateway.refusals:
        events.append(f"the gateway did not pass on {len(account.gateway.refusals)} requests")
    if account.ended is not None and account.ended.dropped_output:
        events.append(f"{account.ended.dropped_output} bytes of output were dropped")
    return events
