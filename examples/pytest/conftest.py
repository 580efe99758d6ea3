"""Fixtures: one mock for the run, and a project with its own key for each test, which also judges the client."""

import json
import os
import signal
import subprocess
import time
import urllib.request

import pytest


@pytest.fixture(scope="session")
def mock(tmp_path_factory):
    """The URLs of the mock: one that is running, one in a container, or one that this fixture starts."""
    if "SVC_MOCK_URL" in os.environ:
        yield {"url": os.environ["SVC_MOCK_URL"], "admin_url": os.environ["SVC_MOCK_ADMIN_URL"]}
        return
    if image := os.environ.get("SVC_MOCK_IMAGE"):
        from container import run_mock

        yield from run_mock(image)
        return
    ready = tmp_path_factory.mktemp("mock") / "ready.json"
    command = ["npx", "--no-install", "svc-conformance", "mock"]
    command += ["--port", "0", "--admin-port", "0", "--ready-file", str(ready)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    while not ready.exists():
        assert process.poll() is None, "the mock did not start: " + " ".join(command)
        time.sleep(0.05)
    told = json.loads(ready.read_text())
    yield told
    os.kill(told["pid"], signal.SIGTERM)
    process.wait()


class Project:
    def __init__(self, mock):
        self.url = mock["url"]
        self._admin = mock["admin_url"]
        made = self._call("POST", "/projects", {"models": ["svc/small"]})
        self.name, self.key = made["name"], made["key"]

    def next(self, *steps):
        """Queues replies, each for one request."""
        self._call("POST", f"/projects/{self.name}/script", {"next": list(steps)})

    def verdict(self):
        """Returns the verdict of the mock on the client."""
        return self._call("GET", f"/projects/{self.name}/verdict")

    def close(self):
        self._call("DELETE", f"/projects/{self.name}")

    def _call(self, method, path, body=None):
        headers = {"content-type": "application/json"}
        if token := os.environ.get("SVC_MOCK_ADMIN_TOKEN"):
            headers["authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._admin + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read() or b"null")


@pytest.fixture
def project(mock):
    project = Project(mock)
    yield project
    verdict = project.verdict()
    project.close()
    assert verdict["ok"], [f"{found['id']}: {found['mend']}" for found in verdict["findings"]]
