/** Clients that make all calls in one process; the argument selects one. */
import { createInterface } from 'node:readline'

const [, , kind] = process.argv
let calls = 0

async function completed({ base_url, key, model, prompt, stream }) {
  const response = await fetch(`${base_url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, stream, messages: [{ role: 'user', content: prompt }] }),
  })
  const { choices, usage = null } = await response.json()
  return { outcome: 'returned', text: choices[0].message.content, usage }
}

const kinds = {
  careful: completed,
  /** Also prints lines that are not the result of the call. */
  async noisy(call) {
    console.log('a log\n{"id":0,"outcome":"threw"}\nnull\n[1]')
    return completed(call)
  },
  /** Exits during the second call of each process. */
  async dying(call) {
    if (++calls === 2) process.exit(0)
    return completed(call)
  },
  /** Sends a request in the second call, but never prints a result. */
  async mute(call) {
    const said = await completed(call)
    return ++calls === 2 ? new Promise(() => {}) : said
  },
  /** Returns the number of calls to this process as text, and writes it to standard error. */
  async counting(call) {
    console.error(++calls)
    return { ...(await completed(call)), text: String(calls) }
  },
}

for await (const line of createInterface({ input: process.stdin })) {
  const call = JSON.parse(line)
  const said = await kinds[kind](call).catch((error) => ({ outcome: 'threw', error: String(error) }))
  console.log(JSON.stringify({ id: call.id, ...said }))
}
