"""Uses the same mock with the openai library, which needs the base URL with /v1."""

import pytest
from openai import NotFoundError, OpenAI

MESSAGES = [{"role": "user", "content": "Hello"}]


@pytest.fixture
def client(project):
    with OpenAI(base_url=f"{project.url}/v1", api_key=project.key, max_retries=2) as client:
        yield client


def test_completion(client, project):
    project.next({"reply": "Good morning"})
    answer = client.chat.completions.create(model="svc/small", messages=MESSAGES)
    assert answer.choices[0].message.content == "Good morning"


def test_stream(client, project):
    project.next({"stream": ["Good ", "morning"]})
    chunks = client.chat.completions.create(model="svc/small", messages=MESSAGES, stream=True)
    assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices) == "Good morning"


def test_it_waits_for_a_limit(client, project):
    project.next({"limit": {"retryAfter": 1}}, {"reply": "At last"})
    assert client.chat.completions.create(model="svc/small", messages=MESSAGES).choices[0].message.content == "At last"


def test_errors_have_their_classes(client):
    with pytest.raises(NotFoundError):
        client.chat.completions.create(model="svc/none", messages=MESSAGES)
