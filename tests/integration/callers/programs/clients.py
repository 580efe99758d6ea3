"""Sends a list request, a completion and a stream with one client: python clients.py CLIENT. Ignores the responses."""
import asyncio
import json
import os
import sys
import urllib.request

base, key, model, text = (os.environ[name] for name in ("BASE", "KEY", "MODEL", "TEXT"))
messages = [{"role": "user", "content": text}]
plain = {"model": model, "messages": messages, "max_tokens": 16}
bodies = [plain, {**plain, "stream": True}]
headers = {"Authorization": f"Bearer {key}"}
models, completions = f"{base}/models", f"{base}/chat/completions"


def openai_sync():
    from openai import OpenAI
    client = OpenAI(api_key=key, base_url=base, max_retries=0)
    client.models.list()
    client.chat.completions.create(**plain)
    list(client.chat.completions.create(**bodies[1]))


def openai_async():
    from openai import AsyncOpenAI

    async def run():
        client = AsyncOpenAI(api_key=key, base_url=base, max_retries=0)
        await client.models.list()
        await client.chat.completions.create(**plain)
        async for _ in await client.chat.completions.create(**bodies[1]):
            pass
    asyncio.run(run())


def litellm():
    import litellm
    options = {"api_base": base, "api_key": key, "num_retries": 0, "max_tokens": 16, "messages": messages}
    litellm.completion(model=f"openai/{model}", **options)
    list(litellm.completion(model=f"openai/{model}", stream=True, **options))


def langchain():
    from langchain_openai import ChatOpenAI
    chat = ChatOpenAI(model=model, api_key=key, base_url=base, max_retries=0, max_tokens=16)
    chat.invoke(text)
    list(chat.stream(text))


def pydantic_ai():
    from pydantic_ai import Agent
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider
    agent = Agent(OpenAIChatModel(model, provider=OpenAIProvider(base_url=base, api_key=key)),
                  model_settings={"max_tokens": 16})
    agent.run_sync(text)

    async def run():
        async with agent.run_stream(text) as result:
            async for _ in result.stream_text():
                pass
    asyncio.run(run())


def instructor_md():
    import instructor
    from openai import OpenAI
    from pydantic import BaseModel

    class Word(BaseModel):
        word: str
    client = instructor.from_openai(OpenAI(api_key=key, base_url=base, max_retries=0), mode=instructor.Mode.MD_JSON)
    for stream in (False, True):
        try:
            made = client.chat.completions.create(
                response_model=instructor.Partial[Word] if stream else Word, stream=stream, max_retries=0, **plain)
            list(made)
        except Exception:
            pass


def requests_():
    import requests
    with requests.Session() as session:
        session.get(models, headers=headers)
        for body in bodies:
            session.post(completions, headers=headers, json=body).text


def httpx_():
    import httpx
    with httpx.Client() as client:
        client.get(models, headers=headers)
        for body in bodies:
            client.post(completions, headers=headers, json=body).text


def aiohttp_():
    import aiohttp

    async def run():
        async with aiohttp.ClientSession(headers=headers) as session:
            await (await session.get(models)).read()
            for body in bodies:
                await (await session.post(completions, json=body)).read()
    asyncio.run(run())


def urllib3_():
    import urllib3
    pool = urllib3.PoolManager()
    pool.request("GET", models, headers=headers)
    for body in bodies:
        pool.request("POST", completions, headers=headers, json=body)


def urllib_():
    urllib.request.urlopen(urllib.request.Request(models, headers=headers)).read()
    for body in bodies:
        data = json.dumps(body).encode()
        typed = {**headers, "Content-Type": "application/json"}
        urllib.request.urlopen(urllib.request.Request(completions, data, typed)).read()


clients = {
    "openai": openai_sync, "openai-async": openai_async, "litellm": litellm, "langchain-openai": langchain,
    "pydantic-ai": pydantic_ai, "instructor": instructor_md, "requests": requests_, "httpx": httpx_,
    "aiohttp": aiohttp_, "urllib3": urllib3_, "urllib": urllib_,
}
clients[sys.argv[1]]()
