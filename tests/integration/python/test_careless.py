"""A client that sends a field outside the contract. Its test fails, although it expects the 400."""

import json
import urllib.request
from urllib.error import HTTPError

import pytest

from svc_conformance import Project


def test_it_sends_an_unknown_field(gateway_project: Project) -> None:
    body = {"model": "svc/small", "messages": [{"role": "user", "content": "Hello"}], "seed": 1}
    headers = {"authorization": f"Bearer {gateway_project.key}", "content-type": "application/json"}
    request = urllib.request.Request(f"{gateway_project.url}/v1/chat/completions", json.dumps(body).encode(), headers)
    with pytest.raises(HTTPError, match="400"):
        urllib.request.urlopen(request, timeout=60)
