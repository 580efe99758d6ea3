"""A mock of the gateway, and the projects that tests open in it by its admin API."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, Mapping, TypedDict, cast

from .command import executable

#: A reply of a script, such as `{"reply": "Hello"}`, `{"stream": ["Hel", "lo"]}` or `{"limit": {"retryAfter": 1}}`.
Step = Mapping[str, Any]

#: Seconds that a busy machine may take for the start.
START = 120


class Finding(TypedDict):
    """What a client did wrong. `mend` says how to fix it."""

    id: str
    mend: str


class Verdict(TypedDict):
    ok: bool
    findings: list[Finding]


class MockError(Exception):
    """The mock did not start, or refused a call of the test. The message says why."""


class Mock:
    """A mock that runs: `with Mock.started() as mock`, or one that others have started."""

    def __init__(self, url: str, admin_url: str, process: subprocess.Popen[bytes] | None = None) -> None:
        self.url = url
        self.admin_url = admin_url
        self._process = process

    @classmethod
    def started(cls, *arguments: str) -> Mock:
        """Starts a mock on free ports, with further arguments of `svc-conformance mock`."""
        with tempfile.TemporaryDirectory() as folder:
            ready = Path(folder) / "ready.json"
            command = [executable(), "mock", "--port", "0", "--admin-port", "0", "--ready-file", str(ready), *arguments]
            # A pipe without a reader would fill.
            errors = tempfile.TemporaryFile()
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors)
            deadline = time.monotonic() + START
            while not ready.exists():
                if process.poll() is not None:
                    errors.seek(0)
                    raise MockError(f"the mock did not start: {errors.read().decode(errors='replace').strip()}")
                if time.monotonic() > deadline:
                    process.kill()
                    raise MockError(f"the mock did not start within {START} seconds")
                time.sleep(0.05)
            state = json.loads(ready.read_text(encoding="utf-8"))
        return cls(state["url"], state["admin_url"], process)

    @classmethod
    def from_environment(cls) -> Mock | None:
        """The mock that `SVC_MOCK_URL` and `SVC_MOCK_ADMIN_URL` name."""
        url, admin_url = os.environ.get("SVC_MOCK_URL"), os.environ.get("SVC_MOCK_ADMIN_URL")
        return cls(url, admin_url) if url and admin_url else None

    def project(self, **options: Any) -> Project:
        """Opens a project with its own key: `models`, `quota` and the other options of the admin API."""
        made = self.call("POST", "/projects", {"models": ["svc/small"], **options})
        return Project(self, made["name"], made["key"])

    def advance(self, by: str) -> None:
        """Moves the clock of the mock, such as by `60s`."""
        self.call("POST", "/clock/advance", {"by": by})

    def call(self, method: str, path: str, body: object = None) -> Any:
        """A call of the admin API."""
        headers = {"content-type": "application/json"}
        if token := os.environ.get("SVC_MOCK_ADMIN_TOKEN"):
            headers["authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.admin_url + path, data, headers, method=method)
        # Variables for proxies are for the network, not for this machine.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=30) as answer:
                return json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as error:
            raise MockError(f"{method} {path}: {_message(error)}") from None

    def close(self) -> None:
        """Ends the mock, if this object has started it."""
        if self._process is None:
            return
        self._process.send_signal(signal.SIGTERM)
        self._process.wait()
        self._process = None

    def __enter__(self) -> Mock:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Project:
    """A project of one test. A client takes its `url`, or `url` and /v1 for generic libraries, and its `key`."""

    def __init__(self, mock: Mock, name: str, key: str) -> None:
        self.mock = mock
        self.url = mock.url
        self.name = name
        self.key = key

    def next(self, *steps: Step) -> None:
        """Queues replies, one for each request."""
        self._script({"next": list(steps)})

    def always(self, step: Step, when: Mapping[str, Any] | None = None) -> None:
        """Replies to each request that no queued step matches."""
        self._script({"always": step, **({} if when is None else {"when": when})})

    def verdict(self) -> Verdict:
        """What the mock says about the client."""
        return cast(Verdict, self.mock.call("GET", f"/projects/{self.name}/verdict"))

    def close(self) -> None:
        self.mock.call("DELETE", f"/projects/{self.name}")

    def _script(self, body: Mapping[str, Any]) -> None:
        self.mock.call("POST", f"/projects/{self.name}/script", body)


def _message(error: urllib.error.HTTPError) -> str:
    text = error.read().decode(errors="replace")
    try:
        return str(json.loads(text)["error"]["message"])
    except (ValueError, KeyError, TypeError):
        return f"{error.code} {text[:200]}"
