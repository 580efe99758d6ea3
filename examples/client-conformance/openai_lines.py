"""Makes all calls for svc-conformance client --one-process with openai-python, one JSON line per call."""

import json
import sys

from openai import OpenAI

for line in sys.stdin:
    call = json.loads(line)
    client = OpenAI(base_url=call["base_url"] + "/v1", api_key=call["key"])
    asked = {"model": call["model"], "messages": [{"role": "user", "content": call["prompt"]}]}
    try:
        text, usage = "", None
        if call["stream"]:
            for chunk in client.chat.completions.create(stream=True, **asked):
                usage = chunk.usage or usage
                if chunk.choices:
                    text += chunk.choices[0].delta.content or ""
        else:
            completion = client.chat.completions.create(**asked)
            text, usage = completion.choices[0].message.content, completion.usage
        said = {"outcome": "returned", "text": text, "usage": usage and usage.model_dump()}
    except Exception as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        said = {"outcome": "threw"}
    print(json.dumps({"id": call["id"], **said}), flush=True)
