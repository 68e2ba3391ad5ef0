"""The judge as a model behind an address: pinned, at temperature 0, its answers kept so that a grade can be made again."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from wp42_pytest.running.errors import RunConfigurationError
from wp42_pytest.running.models import Api, ModelSetup

TIMEOUT_S = 180.0


class ModelJudge:
    """A model of `models.toml` that answers the judge's questions by structured output.

    Args:
        setup: The model; it must speak `openai-completions`.
        cache: The folder in which answers are kept, one file for each question to one model.

    Raises:
        RunConfigurationError: when the model speaks another protocol.
    """

    def __init__(self, setup: ModelSetup, cache: Path) -> None:
        if setup.api is not Api.openai_completions:
            msg = f"a judge needs a model that speaks {Api.openai_completions.value}, and {setup.model} does not"
            raise RunConfigurationError(msg)
        self._setup = setup
        self._cache = cache
        self.model = setup.model

    def answer(self, prompt: str, question: str, schema: dict[str, Any]) -> str:
        """Return the model's JSON, from the cache when this very question was asked before.

        Raises:
            httpx.HTTPError: when the model cannot be reached, or refuses.
            ValueError: when its reply holds no text.
        """
        body = {
            "temperature": 0,
            **self._setup.settings,
            "model": self._setup.model,
            "messages": [{"role": "system", "content": prompt}, {"role": "user", "content": question}],
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "verdict", "schema": schema},
            },
        }
        key = hashlib.sha256(json.dumps([self._setup.base_url, body], sort_keys=True).encode()).hexdigest()
        kept = self._cache / f"{key}.json"
        if kept.is_file():
            return str(json.loads(kept.read_text(encoding="utf-8"))["answer"])
        answer = self._ask(body)
        self._cache.mkdir(parents=True, exist_ok=True)
        record = {"model": self.model, "question": question, "answer": answer}
        kept.write_text(json.dumps(record, ensure_ascii=False, indent=1), encoding="utf-8")
        return answer

    def _ask(self, body: dict[str, Any]) -> str:
        import httpx

        secret = self._setup.key()
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        address = f"{self._setup.base_url.rstrip('/')}/chat/completions"
        reply = httpx.post(address, json=body, headers=headers, timeout=TIMEOUT_S)
        reply.raise_for_status()
        try:
            text = reply.json()["choices"][0]["message"]["content"]
        except (KeyError, IndexError, TypeError) as error:
            msg = f"the reply of {self.model} holds no answer"
            raise ValueError(msg) from error
        if isinstance(text, str):
            return text
        msg = f"the reply of {self.model} is no text"
        raise ValueError(msg)
