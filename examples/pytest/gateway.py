"""A small client of the Inference Gateway that uses only the standard library. The tests in this folder test it."""

import http.client
import json
import time
from urllib.parse import urlsplit

MOST_ATTEMPTS = 3
WORTH_A_RETRY = (429, 500, 503)


class GatewayError(Exception):
    """An error of the gateway, or an answer that broke off."""


def ask(question, *, base_url, key, model):
    """Yields the answer to a question, piece by piece."""
    body = {"model": model, "stream": True, "messages": [{"role": "user", "content": question}]}
    for line in send(base_url, key, body):
        if not line.startswith(b"data: "):
            continue
        data = line.removeprefix(b"data: ").strip()
        if data == b"[DONE]":
            return
        chunk = json.loads(data)
        if "error" in chunk:
            raise GatewayError(chunk["error"]["message"])
        for choice in chunk["choices"]:
            yield choice["delta"].get("content", "")
    # Here, a broken connection looks like a normal end. Only [DONE] shows that the answer is complete.
    raise GatewayError("the answer broke off before [DONE]")


def send(base_url, key, body):
    scheme, host, path, *_ = urlsplit(base_url)
    connect = http.client.HTTPSConnection if scheme == "https" else http.client.HTTPConnection
    connection = connect(host, timeout=30)
    headers = {"authorization": f"Bearer {key}", "content-type": "application/json"}
    for attempt in range(1, MOST_ATTEMPTS + 1):
        connection.request("POST", f"{path}/v1/chat/completions", json.dumps(body), headers)
        answer = connection.getresponse()
        if answer.status == 200:
            return answer
        error = json.loads(answer.read())["error"]
        if attempt == MOST_ATTEMPTS or answer.status not in WORTH_A_RETRY:
            request = answer.headers["x-svc-request-id"]
            raise GatewayError(f"{answer.status}: {error['message']} (request {request})")
        time.sleep(float(answer.headers["retry-after"] or 2**attempt / 4))
