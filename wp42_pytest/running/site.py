"""Makes a run ready: the workspace, the gateway, the portal, the prompt, the worker's command."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

from wp42_pytest.model.portal import Portal
from wp42_pytest.running.arms import Tool
from wp42_pytest.running.cache import open_to_all
from wp42_pytest.running.door import door
from wp42_pytest.running.errors import RunConfigurationError
from wp42_pytest.running.gateway.gateway import Gateway
from wp42_pytest.running.gateway.meter import Meter
from wp42_pytest.running.gateway.transcript import Transcript
from wp42_pytest.running.gateway.upstream import Upstream
from wp42_pytest.running.models import Price
from wp42_pytest.running.prompt import prompt
from wp42_pytest.running.sandbox import Job, Service, Stop
from wp42_pytest.running.staging import stage
from wp42_pytest.running.workers import GATEWAY, PORTAL, Assignment

if TYPE_CHECKING:
    from wp42_pytest.running.controller import Controller
    from wp42_pytest.running.run import RunRequest

TRANSCRIPT = "transcript.jsonl"
PORTAL_ACCESS = "portal_access.jsonl"
PORTAL_FILE = "portal/portal.json"
SUBMISSIONS_FOLDER = "portal"
PORTS = {GATEWAY: 8041, PORTAL: 8042}


@dataclass(frozen=True)
class Ready:
    """A run that can start."""

    job: Job
    services: list[Service]
    gateway: Gateway | None
    prompt: str


@dataclass(frozen=True)
class Site:
    """Where one run takes place.

    Attributes:
        controller: what all runs share.
        request: the run.
        bundle: the instance's public bundle.
        staging: the folder that the sandbox shows parts of.
        record: the folder that becomes the run folder; the sandbox shows nothing of it.
    """

    controller: Controller
    request: RunRequest
    bundle: Path
    staging: Path
    record: Path

    @property
    def workspace(self) -> Path:
        """The staged workspace."""
        return self.staging / "workspace"

    async def make_ready(self, opened: contextlib.AsyncExitStack) -> Ready:
        """Stage the workspace, open the services, and ask the worker for its command.

        Args:
            opened: takes what has to be closed when the run is over.
        """
        arm = self.request.arm
        task = self.controller.catalog.task(self.request.instance.task_id)
        await asyncio.to_thread(stage, self.controller.catalog, self.bundle, self.workspace)
        await asyncio.to_thread(open_to_all, self.workspace)
        limits = replace(self.controller.limits, time_s=arm.time_limit_s or task.time_limit_s)
        stop, services = Stop(), []
        sockets, inner = self.staging / "sockets", self.staging / "services"
        sockets.mkdir()
        inner.mkdir()
        gateway = await self._gateway(stop, Decimal(str(arm.budget_usd or task.budget_usd)))
        if gateway is not None:
            opened.callback(gateway.transcript.close)
            await opened.enter_async_context(gateway.serve(inner / GATEWAY))
            services.append(Service(GATEWAY, sockets / f"{GATEWAY}.sock", PORTS[GATEWAY]))
        portal = None
        if arm.portal:
            portal = await opened.enter_async_context(self._portal(inner / PORTAL))
            services.append(Service(PORTAL, sockets / f"{PORTAL}.sock", PORTS[PORTAL]))
        for service in services:
            await opened.enter_async_context(door(service.socket, inner / service.name))
        place = self.controller.sandbox.place(self.staging, services)
        text = prompt(
            (self.bundle / "BRIEF.md").read_text(encoding="utf-8"),
            place,
            arm,
            portal_url=f"http://127.0.0.1:{place.ports[PORTAL]}" if portal else "",
            portal_user=portal.user if portal else None,
            limit_s=limits.time_s,
        )
        assignment = Assignment(
            task_id=task.task_id,
            place=place,
            arm=arm,
            prompt=text,
            folder=self.staging,
            record=self.record,
            model=self.request.model,
            portal_user=portal.user if portal else None,
        )
        work = self.request.worker.prepare(assignment)
        job = Job(
            command=work.command,
            limits=limits,
            environment=work.environment,
            mounts=work.mounts,
            stdin=work.stdin,
            on_line=work.on_line,
            stop=stop,
            extra_time=(lambda: gateway.held_s) if gateway is not None else (lambda: 0.0),
        )
        return Ready(job, services, gateway, text)

    async def _gateway(self, stop: Stop, budget: Decimal) -> Gateway | None:
        model, arm = self.request.model, self.request.arm
        web = Tool.web in arm.tools
        if model is None and not web:
            return None
        key = model.key() if model else ""
        transcript = Transcript(self.record / TRANSCRIPT, [key])
        upstream = Upstream(self.controller.client, model, key, self.controller.patience) if model else None
        price = model.price if model else Price(input=Decimal(0), output=Decimal(0))
        gateway = Gateway(upstream, Meter(price, budget), transcript, stop, arm.most_requests)
        if web:
            from wp42_pytest.running.gateway.web import WebTools, library
            from wp42_pytest.running.private import private_numbers

            pages = await asyncio.to_thread(library, Path(arm.web_pages))
            gateway.web = WebTools(pages, await asyncio.to_thread(private_numbers, self.bundle), transcript)
        return gateway

    @contextlib.asynccontextmanager
    async def _portal(self, socket: Path) -> AsyncIterator[Portal]:
        from wp42_pytest.portal.server import PortalServer

        file = self.bundle / PORTAL_FILE
        if not file.is_file():
            msg = f"arm {self.request.arm_name} needs a portal, and {self.request.instance.task_id} has none"
            raise RunConfigurationError(msg)
        portal = Portal.model_validate_json(file.read_bytes())
        submissions = self.record / SUBMISSIONS_FOLDER
        submissions.mkdir()
        server = PortalServer(
            portal,
            self.bundle / "inputs",
            submissions,
            port=None,
            socket=socket,
            access_log=self.record / PORTAL_ACCESS,
            perturb=self.request.instance.seed if self.request.arm.perturbation else None,
        )
        await asyncio.to_thread(server.__enter__)
        try:
            yield portal
        finally:
            await asyncio.to_thread(server.__exit__, None, None, None)
