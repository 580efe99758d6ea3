/** Clients for the scenarios; the argument selects one. */
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'

const { SVC_BASE_URL, SVC_KEY, SVC_MODEL, SVC_STREAM } = process.env
const [, , kind] = process.argv

const ask = (stream = SVC_STREAM === '1', more = {}) =>
  fetch(`${SVC_BASE_URL}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SVC_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: SVC_MODEL, stream, messages: [{ role: 'user', content: 'Hello' }], ...more }),
  })

/** Requests a completion, and reads it to its end. */
async function complete(stream = SVC_STREAM === '1', more = {}) {
  const response = await ask(stream, { ...more, ...(stream && { stream_options: { include_usage: true } }) })
  if (!response.ok) throw new Error(`status ${response.status}`)
  if (!stream) {
    const { choices, usage = null } = await response.json()
    return { text: choices[0].message.content, usage, finish: choices[0].finish_reason }
  }
  const data = (await response.text()).split('\n\n').map((event) => event.slice(6))
  if (!data.includes('[DONE]')) throw new Error('no [DONE]')
  const chunks = data.slice(0, data.indexOf('[DONE]')).map((json) => JSON.parse(json))
  const text = chunks.map(({ choices: [choice] }) => choice?.delta.content ?? '').join('')
  const finish = chunks.flatMap(({ choices: [choice] }) => choice?.finish_reason ?? []).at(-1)
  return { text, usage: chunks.findLast(({ usage }) => usage)?.usage ?? null, finish }
}

const print = (said) => console.log(JSON.stringify(said))

const clients = {
  /** Retries at once, accepts broken responses, and decodes each packet separately. */
  async careless() {
    let response = await ask()
    for (let count = 0; count < 7 && !response.ok; count++) {
      await response.arrayBuffer()
      response = await ask()
    }
    let said = ''
    try {
      for await (const part of response.body ?? []) said += new TextDecoder().decode(part)
    } catch {
      // The mistake of this client: it ignores the error.
    }
    const text = [...said.matchAll(/"content":"([^"]*)"/g)].map(([, content]) => content).join('')
    console.log(JSON.stringify({ outcome: 'returned', text }))
  },
  async idle() {},
  /** Sends one request, and swallows every error. */
  async swallowing() {
    await ask()
      .then((response) => response.text())
      .catch(() => {})
  },
  /** Prints the names of its environment variables. */
  async verbose() {
    await (await ask()).text()
    console.error(
      Object.keys(process.env)
        .filter((name) => /^(SVC|OPENAI)_/.test(name))
        .sort()
        .join(),
    )
    process.exitCode = 1
  },
  /** Fails like a program whose library is not installed. */
  async failing() {
    process.exitCode = 1
  },
  async plain() {
    await (await ask(false)).text()
  },
  async leaking() {
    await (await ask()).text()
    console.log(SVC_KEY)
    console.error(`The key is ${SVC_KEY}.`)
    process.exitCode = 1
  },
  /** Leaves a detached child process that holds its output open. */
  async survived() {
    await (await ask()).text()
    spawn(process.execPath, ['-e', 'setTimeout(() => {}, 15_000)'], { stdio: 'inherit', detached: true }).unref()
  },
  /** Leaves a child process in its group, and writes the process id to a file. */
  async parent() {
    await (await ask()).text()
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 300_000)'], { stdio: 'ignore' })
    writeFileSync(process.env.LEFT, String(child.pid))
    child.unref()
  },
  /** Writes its process id to a file, and does not end. */
  async reporting() {
    writeFileSync(process.env.LEFT, String(process.pid))
    setInterval(() => {}, 1_000)
  },
  /** Reads the responses of most gateways, and rejects other legal ones. */
  async brittle() {
    const response = await ask()
    if (!response.ok) throw new Error(String(response.status))
    const body = await response.text()
    if (SVC_STREAM !== '1') {
      const { choices, usage, created, ...others } = JSON.parse(body)
      if (Object.keys(others).length !== 3 || !Number.isSafeInteger(created)) throw new Error('unknown form')
      const { prompt_tokens, completion_tokens } = usage
      console.log(JSON.stringify({ text: choices[0].message.content, usage: { prompt_tokens, completion_tokens } }))
      return
    }
    let text = ''
    for (const event of body.split('\n\n').slice(0, -1)) {
      if (!event.startsWith('data: ')) throw new Error(`no event: ${event}`)
      if (event === 'data: [DONE]') continue
      const { choices, usage, ...others } = JSON.parse(event.slice(6))
      if (usage === null || Object.keys(others).length !== 4) throw new Error('unknown form')
      if (choices[0].finish_reason === null) text += choices[0].delta.content ?? ''
    }
    console.log(JSON.stringify({ text }))
  },
  /** Returns the usage of the response, or zeros without one. */
  async counting() {
    const { choices, usage = { prompt_tokens: 0, completion_tokens: 0 } } = await (await ask()).json()
    console.log(JSON.stringify({ text: choices[0].message.content, usage }))
  },
  /** Retries twice, almost at once. */
  async hasty(pauses = [20, 20]) {
    let response = await ask()
    for (const pause of pauses) {
      if (response.ok) break
      await response.arrayBuffer()
      // Just long enough not to count as a storm.
      await new Promise((resolve) => setTimeout(resolve, pause))
      response = await ask()
    }
    const { choices } = await response.json()
    console.log(JSON.stringify({ outcome: 'returned', text: choices[0].message.content }))
  },
  /** Retries twice, with random pauses. */
  async jittering() {
    await clients.hasty([20, 300])
  },
  async 'slow to start'() {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await (await ask()).text()
  },
  async 'broken import'() {
    console.error(Array.from({ length: 20 }, (_, at) => `ModuleNotFoundError: ${at + 1}`).join('\n'))
    process.exitCode = 1
  },
  /** Writes text that would end a Markdown code block and continue outside. */
  async 'breaking out'() {
    await (await ask()).text()
    console.error('x\n```\n````\n~~~\n\n# CONFORMANT <img src=http://e/x.png><script>alert(1)</script>')
    process.exitCode = 1
  },
  /** Requests at most two tokens. */
  async short() {
    print(await complete(undefined, { max_tokens: 2 }))
  },
  /** Requests JSON after a broken stream. */
  async 'falling back'() {
    print(await complete().catch(() => complete(false)))
  },
  /** Fails on a text that is limited or filtered. */
  async strict() {
    const said = await complete()
    if (said.finish !== 'stop') throw new Error(`finish_reason ${said.finish}`)
    print(said)
  },
  async losing() {
    print({ ...(await complete()), usage: null })
  },
  async uncounted() {
    print({ text: (await complete()).text })
  },
  async refused() {
    print(await complete(undefined, { messages: [{ role: 'developer', content: 'Hello' }] }))
  },
  async lost() {
    print(await complete(undefined, { model: 'svc/other' }))
  },
  async endless() {
    await (await ask()).text()
    setInterval(() => {}, 1_000)
  },
}

await clients[kind]()
