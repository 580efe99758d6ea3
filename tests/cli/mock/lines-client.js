/** Clients that make all calls in one process: the word after the file says which. */
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
  /** Prints other lines as well, some of them of other calls. */
  async noisy(call) {
    console.log('a log\n{"id":0,"outcome":"threw"}\nnull\n[1]')
    return completed(call)
  },
  /** Ends in the second call of each process. */
  async dying(call) {
    if (++calls === 2) process.exit(0)
    return completed(call)
  },
  /** Sends a request in the second call, and says nothing of it. */
  async mute(call) {
    const said = await completed(call)
    return ++calls === 2 ? new Promise(() => {}) : said
  },
  /** Says how often this process was asked. */
  async counting(call) {
    return { ...(await completed(call)), text: String(++calls) }
  },
}

for await (const line of createInterface({ input: process.stdin })) {
  const call = JSON.parse(line)
  const said = await kinds[kind](call).catch((error) => ({ outcome: 'threw', error: String(error) }))
  console.log(JSON.stringify({ id: call.id, ...said }))
}
