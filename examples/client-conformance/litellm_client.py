"""Requests one completion with the LiteLLM SDK, which retries twice."""

import json
import os

import litellm

asked = {
    "model": "openai/" + os.environ["SVC_MODEL"],
    "messages": [{"role": "user", "content": "Tell me a story."}],
    "api_base": os.environ["OPENAI_BASE_URL"],
    "api_key": os.environ["SVC_KEY"],
    "num_retries": 2,
}

if os.environ["SVC_STREAM"] == "1":
    text = ""
    for chunk in litellm.completion(stream=True, **asked):
        if chunk.choices:
            text += chunk.choices[0].delta.content or ""
else:
    text = litellm.completion(**asked).choices[0].message.content

# Errors are not caught, so the process ends with 1.
print(json.dumps({"outcome": "returned", "text": text}))
