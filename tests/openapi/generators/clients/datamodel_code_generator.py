"""A program with the models of datamodel-code-generator in gateway.py, which send no requests themselves."""

import json
import os

import httpx
from gateway import (
    ChatCompletion,
    ChatCompletionChunk,
    ChatCompletionRequest,
    ChatMessage,
    ChatRole,
    ErrorBody,
    ModelList,
    StreamOptions,
)

client = httpx.Client(
    base_url=os.environ["GATEWAY_URL"],
    headers={"authorization": f"Bearer {os.environ['GATEWAY_KEY']}", "content-type": "application/json"},
)
COMPLETIONS = "/v1/chat/completions"


def body(**members: object) -> str:
    messages = [ChatMessage(role=ChatRole.user, content="Hello there")]
    request = ChatCompletionRequest(**{"model": os.environ["GATEWAY_MODEL"], "messages": messages, **members})
    # Leave out unset members, because the contract rejects null.
    return request.model_dump_json(exclude_none=True)


whole = ChatCompletion.model_validate_json(client.post(COMPLETIONS, content=body()).content)
choice = whole.choices[0]

text, total = "", None
streaming = body(stream=True, stream_options=StreamOptions(include_usage=True))
with client.stream("POST", COMPLETIONS, content=streaming) as opened:
    for line in opened.iter_lines():
        if not line.startswith("data: ") or line == "data: [DONE]":
            continue
        chunk = ChatCompletionChunk.model_validate_json(line.removeprefix("data: "))
        text += "".join(one.delta.content or "" for one in chunk.choices)
        total = chunk.usage.total_tokens if chunk.usage else total

refused = client.post(COMPLETIONS, content=body(model="svc/no-such-model"))
error = ErrorBody.model_validate_json(refused.content).error
models = ModelList.model_validate_json(client.get("/v1/models").content)

print(
    json.dumps(
        {
            "models": len(models.data),
            "completed": [choice.message.content, choice.finish_reason.value, whole.usage.total_tokens],
            "streamed": [text, total],
            "refused": [refused.status_code, error.type.value, error.param],
        }
    )
)
