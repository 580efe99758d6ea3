"""Requests one completion with openai-python, which reads OPENAI_BASE_URL and OPENAI_API_KEY."""

import json
import os

from openai import OpenAI

client = OpenAI()
asked = {"model": os.environ["SVC_MODEL"], "messages": [{"role": "user", "content": "Tell me a story."}]}

if os.environ["SVC_STREAM"] == "1":
    text = ""
    for chunk in client.chat.completions.create(stream=True, **asked):
        if chunk.choices:
            text += chunk.choices[0].delta.content or ""
else:
    text = client.chat.completions.create(**asked).choices[0].message.content

# Errors are not caught, so the process ends with 1.
print(json.dumps({"outcome": "returned", "text": text}))
