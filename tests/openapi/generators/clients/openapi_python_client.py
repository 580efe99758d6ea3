"""A program with the package of openapi-python-client, whose streams are text with one chunk per line."""

import json
import os

from inference_gateway_api_client import AuthenticatedClient
from inference_gateway_api_client.api.chat import create_chat_completion
from inference_gateway_api_client.api.models import list_models
from inference_gateway_api_client.models import (
    ChatCompletion,
    ChatCompletionChunk,
    ChatCompletionRequest,
    ChatMessage,
    ChatRole,
    ErrorBody,
    ModelList,
    StreamOptions,
    Usage,
)

client = AuthenticatedClient(base_url=os.environ["GATEWAY_URL"], token=os.environ["GATEWAY_KEY"])
model = os.environ["GATEWAY_MODEL"]
messages = [ChatMessage(role=ChatRole.USER, content="Hello there")]

whole = create_chat_completion.sync(client=client, body=ChatCompletionRequest(model=model, messages=messages))
assert isinstance(whole, ChatCompletion)
assert isinstance(whole.usage, Usage)
choice = whole.choices[0]

streaming = ChatCompletionRequest(
    model=model, messages=messages, stream=True, stream_options=StreamOptions(include_usage=True)
)
text, total = "", None
with client.get_httpx_client().stream("POST", "/v1/chat/completions", json=streaming.to_dict()) as opened:
    for line in opened.iter_lines():
        if not line.startswith("data: ") or line == "data: [DONE]":
            continue
        chunk = ChatCompletionChunk.from_dict(json.loads(line.removeprefix("data: ")))
        text += "".join(one.delta.content or "" for one in chunk.choices)
        if isinstance(chunk.usage, Usage):
            total = chunk.usage.total_tokens

refused = create_chat_completion.sync_detailed(
    client=client, body=ChatCompletionRequest(model="svc/no-such-model", messages=messages)
)
assert isinstance(refused.parsed, ErrorBody)
models = list_models.sync(client=client)
assert isinstance(models, ModelList)

print(
    json.dumps(
        {
            "models": len(models.data),
            "completed": [choice.message.content, choice.finish_reason.value, whole.usage.total_tokens],
            "streamed": [text, total],
            "refused": [refused.status_code.value, refused.parsed.error.type_.value, refused.parsed.error.param],
        }
    )
)
