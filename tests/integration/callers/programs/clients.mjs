/** Sends a list request, a completion and a stream with one client: node clients.mjs CLIENT. Ignores the responses. */
import http from 'node:http'
import https from 'node:https'

const { BASE: base, KEY: apiKey, MODEL: model, TEXT: content } = process.env
const messages = [{ role: 'user', content }]
const plain = { model, messages, max_tokens: 16 }
const streamed = { ...plain, stream: true }
const headers = { authorization: `Bearer ${apiKey}` }
const typed = { ...headers, 'content-type': 'application/json' }

/** Sends the three requests with a plain HTTP client. */
async function bare(send) {
  await send('GET', `${base}/models`, headers)
  for (const body of [plain, streamed]) await send('POST', `${base}/chat/completions`, typed, body)
}

async function openai() {
  const { OpenAI } = await import('openai')
  const client = new OpenAI({ apiKey, baseURL: base, maxRetries: 0 })
  await client.models.list()
  await client.chat.completions.create(plain)
  for await (const _ of await client.chat.completions.create(streamed));
}

async function langchain() {
  const { ChatOpenAI } = await import('@langchain/openai')
  const chat = new ChatOpenAI({ apiKey, model, maxTokens: 16, maxRetries: 0, configuration: { baseURL: base } })
  await chat.invoke(content)
  for await (const _ of await chat.stream(content));
}

async function aiSdk() {
  const { generateText, streamText } = await import('ai')
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const provider = createOpenAICompatible({ name: 'svc', apiKey, baseURL: base })
  const options = { model: provider(model), prompt: content, maxOutputTokens: 16, maxRetries: 0 }
  await generateText(options)
  for await (const _ of streamText(options).textStream);
}

const drained = (url, options, body) =>
  new Promise((resolve, reject) => {
    const request = (url.startsWith('https') ? https : http).request(url, options, (response) =>
      response.resume().on('end', resolve),
    )
    request.on('error', reject).end(body && JSON.stringify(body))
  })

const clients = {
  openai,
  '@langchain/openai': langchain,
  '@ai-sdk/openai-compatible': aiSdk,
  fetch: () =>
    bare(async (method, url, headers, body) =>
      (await fetch(url, { method, headers, body: body && JSON.stringify(body) })).text(),
    ),
  'node:http': () => bare((method, url, headers, body) => drained(url, { method, headers }, body)),
  undici: async () => {
    const { request } = await import('undici')
    await bare(async (method, url, headers, body) =>
      (await request(url, { method, headers, body: body && JSON.stringify(body) })).body.text(),
    )
  },
  axios: async () => {
    const { default: axios } = await import('axios')
    await bare((method, url, headers, data) => axios({ method, url, headers, data, responseType: 'text' }))
  },
  got: async () => {
    const { default: got } = await import('got')
    await bare((method, url, headers, json) => got(url, { method, headers, json }).text())
  },
  'node-fetch': async () => {
    const { default: send } = await import('node-fetch')
    await bare(async (method, url, headers, body) =>
      (await send(url, { method, headers, body: body && JSON.stringify(body) })).text(),
    )
  },
  superagent: async () => {
    const { default: agent } = await import('superagent')
    await bare((method, url, headers, body) => agent(method, url).set(headers).send(body))
  },
}

await clients[process.argv[2]]()
