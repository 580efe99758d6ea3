"""Makes all calls of `svc-conformance client --one-process` with one library: python lines.py LIBRARY."""

import asyncio
import json
import sys


def messages_of(call):
    return [{"role": "user", "content": call["prompt"]}]


def url_of(call):
    return call["base_url"] + "/v1"


def dumped(usage):
    return usage and usage.model_dump()


def openai(call):
    from openai import OpenAI

    client = OpenAI(base_url=url_of(call), api_key=call["key"])
    asked = {"model": call["model"], "messages": messages_of(call)}
    if not call["stream"]:
        completion = client.chat.completions.create(**asked)
        return {"text": completion.choices[0].message.content, "usage": dumped(completion.usage)}
    text, usage = "", None
    for chunk in client.chat.completions.create(stream=True, **asked):
        usage = chunk.usage or usage
        if chunk.choices:
            text += chunk.choices[0].delta.content or ""
    return {"text": text, "usage": dumped(usage)}


def openai_async(call):
    from openai import AsyncOpenAI

    async def run():
        asked = {"model": call["model"], "messages": messages_of(call)}
        async with AsyncOpenAI(base_url=url_of(call), api_key=call["key"]) as client:
            if not call["stream"]:
                completion = await client.chat.completions.create(**asked)
                return {"text": completion.choices[0].message.content, "usage": dumped(completion.usage)}
            text, usage = "", None
            async for chunk in await client.chat.completions.create(stream=True, **asked):
                usage = chunk.usage or usage
                if chunk.choices:
                    text += chunk.choices[0].delta.content or ""
            return {"text": text, "usage": dumped(usage)}

    return asyncio.run(run())


def litellm(call):
    import litellm

    asked = {"model": "openai/" + call["model"], "messages": messages_of(call)}
    asked |= {"api_base": url_of(call), "api_key": call["key"]}
    if not call["stream"]:
        return {"text": litellm.completion(**asked).choices[0].message.content}
    chunks = litellm.completion(stream=True, **asked)
    return {"text": "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)}


def langchain(call):
    from langchain_openai import ChatOpenAI

    chat = ChatOpenAI(model=call["model"], api_key=call["key"], base_url=url_of(call), stream_usage=False)
    if not call["stream"]:
        return {"text": chat.invoke(call["prompt"]).text}
    return {"text": "".join(chunk.text for chunk in chat.stream(call["prompt"]))}


def pydantic_ai(call):
    from pydantic_ai import Agent
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    provider = OpenAIProvider(base_url=url_of(call), api_key=call["key"])
    agent = Agent(OpenAIChatModel(call["model"], provider=provider), retries=0)

    async def run():
        if not call["stream"]:
            return {"text": (await agent.run(call["prompt"])).output}
        async with agent.run_stream(call["prompt"]) as result:
            return {"text": await result.get_output()}

    return asyncio.run(run())


def haystack(call):
    from haystack.components.generators.chat import OpenAIChatGenerator
    from haystack.dataclasses import ChatMessage
    from haystack.utils import Secret

    callback = (lambda chunk: None) if call["stream"] else None
    key = Secret.from_token(call["key"])
    generator = OpenAIChatGenerator(
        api_key=key, model=call["model"], api_base_url=url_of(call), streaming_callback=callback
    )
    return {"text": generator.run([ChatMessage.from_user(call["prompt"])])["replies"][0].text}


def httpx_sse(call):
    import httpx
    from httpx_sse import connect_sse

    asked = {
        "url": url_of(call) + "/chat/completions",
        "headers": {"Authorization": "Bearer " + call["key"]},
        "json": {"model": call["model"], "messages": messages_of(call), "stream": call["stream"]},
    }
    with httpx.Client(timeout=60) as client:
        if not call["stream"]:
            completion = client.post(**asked).raise_for_status().json()
            return {"text": completion["choices"][0]["message"]["content"], "usage": completion.get("usage")}
        text, usage = "", None
        with connect_sse(client, "POST", **asked) as source:
            source.response.raise_for_status()
            for event in source.iter_sse():
                if event.data == "[DONE]":
                    return {"text": text, "usage": usage}
                chunk = event.json()
                if "error" in chunk:
                    raise RuntimeError(chunk["error"]["message"])
                usage = chunk.get("usage") or usage
                text += "".join(choice["delta"].get("content", "") for choice in chunk["choices"])
        raise RuntimeError("the stream ended before [DONE]")


LIBRARIES = {
    "openai": openai,
    "openai-async": openai_async,
    "litellm": litellm,
    "langchain-openai": langchain,
    "pydantic-ai": pydantic_ai,
    "haystack": haystack,
    "httpx-sse": httpx_sse,
}

complete = LIBRARIES[sys.argv[1]]
for line in sys.stdin:
    call = json.loads(line)
    try:
        said = {"outcome": "returned", **complete(call)}
    except Exception as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        said = {"outcome": "threw"}
    print(json.dumps({"id": call["id"], **said}), flush=True)
