"""A client with the standard library, tested with the fixtures of the wheel."""

import json
import urllib.request
from urllib.error import HTTPError

import pytest

from svc_conformance import Mock, MockError, Project


def ask(project: Project, model: str = "svc/small") -> str:
    body = {"model": model, "messages": [{"role": "user", "content": "Hello"}]}
    headers = {"authorization": f"Bearer {project.key}", "content-type": "application/json"}
    request = urllib.request.Request(f"{project.url}/v1/chat/completions", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return str(json.loads(answer.read())["choices"][0]["message"]["content"])


def test_a_queued_reply_arrives(gateway_project: Project) -> None:
    gateway_project.next({"reply": "Paris."})
    gateway_project.always({"reply": "Again."})
    assert [ask(gateway_project), ask(gateway_project)] == ["Paris.", "Again."]


def test_a_mistake_of_the_test_is_named(gateway_project: Project) -> None:
    with pytest.raises(MockError, match="write a whole number from 1"):
        gateway_project.next({"limit": {"retryAfter": 0}})


@pytest.mark.gateway(models=["svc/large"], verdict=False)
def test_options_come_from_the_marker(gateway: Mock, gateway_project: Project) -> None:
    assert gateway_project.mock is gateway
    with pytest.raises(HTTPError, match="404"):
        ask(gateway_project)
    assert ask(gateway_project, "svc/large") != ""
