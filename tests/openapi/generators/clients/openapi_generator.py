"""A program with the Python package of openapi-generator, whose streams are lines with one chunk each."""

import json
import os

from openapi_client import (
    ApiClient,
    ApiException,
    ChatApi,
    ChatCompletionChunk,
    ChatCompletionRequest,
    ChatMessage,
    ChatRole,
    Configuration,
    ErrorBody,
    ModelsApi,
    StreamOptions,
)

client = ApiClient(Configuration(host=os.environ["GATEWAY_URL"], access_token=os.environ["GATEWAY_KEY"]))
chat = ChatApi(client)
asked = {"messages": [ChatMessage(role=ChatRole.USER, content="Hello there")], "model": os.environ["GATEWAY_MODEL"]}

whole = chat.create_chat_completion(ChatCompletionRequest(**asked))
choice = whole.choices[0]

streaming = ChatCompletionRequest(stream=True, stream_options=StreamOptions(include_usage=True), **asked)
text, total = "", None
for line in chat.create_chat_completion_without_preload_content(streaming).data.decode().splitlines():
    if not line.startswith("data: ") or line == "data: [DONE]":
        continue
    chunk = ChatCompletionChunk.from_json(line.removeprefix("data: "))
    text += "".join(one.delta.content or "" for one in chunk.choices)
    total = chunk.usage.total_tokens if chunk.usage else total

try:
    chat.create_chat_completion(ChatCompletionRequest(**{**asked, "model": "svc/no-such-model"}))
    refused = None
except ApiException as exception:
    error = ErrorBody.from_json(exception.body).error
    refused = [exception.status, error.type.value, error.param]

print(
    json.dumps(
        {
            "models": len(ModelsApi(client).list_models().data),
            "completed": [choice.message.content, choice.finish_reason.value, whole.usage.total_tokens],
            "streamed": [text, total],
            "refused": refused,
        }
    )
)
