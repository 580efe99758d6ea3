/** Clients that make all calls in one process; the argument names the mistake. */
import { createInterface } from 'node:readline'

const [, , kind] = process.argv

async function* pieces(response) {
  const whole = new TextDecoder('utf-8', { ignoreBOM: false })
  for await (const part of response.body)
    yield kind === 'packets' ? new TextDecoder().decode(part) : whole.decode(part, { stream: true })
}

async function* lines(response) {
  let rest = ''
  for await (const piece of pieces(response)) {
    const whole = (rest + piece).split(/\r?\n/)
    rest = whole.pop()
    yield* whole
  }
}

async function completed({ base_url, key, model, prompt, stream }) {
  if (kind === 'silent') throw new Error('no request')
  const response = await fetch(`${base_url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, stream, messages: [{ role: 'user', content: prompt }] }),
  })
  if (kind === 'failing') throw new Error(await response.text())
  if (!stream) {
    const { choices, usage = null } = await response.json()
    return { outcome: 'returned', text: choices[0].message.content, usage }
  }
  const said = { outcome: 'returned', text: '', usage: null }
  for await (const line of lines(response)) {
    if (!line.startsWith('data:')) continue
    const data = line.slice(5).trim()
    if (data === '[DONE]') return said
    const { choices, usage } = JSON.parse(data)
    said.text += (kind === 'choosing' ? choices[0].delta : choices[0]?.delta)?.content ?? ''
    said.usage = usage ?? said.usage
  }
  throw new Error('no [DONE]')
}

for await (const line of createInterface({ input: process.stdin })) {
  const call = JSON.parse(line)
  const said = await completed(call).catch((error) => ({ outcome: 'threw', error: String(error) }))
  console.log(JSON.stringify({ id: call.id, ...said }))
}
