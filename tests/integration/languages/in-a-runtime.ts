/** The program that runtime.ts runs in runtimes other than Node. */
import assert from 'node:assert/strict'
import {
  createMock,
  cut,
  fail,
  parseConfig,
  pause,
  reply,
  startMock,
  startWorkers,
  stream,
} from '../../../mock/index.ts'

await using mock = await startMock({ admin: {} })
const project = mock.project()
const ask = (stream: boolean, base = mock.url) =>
  fetch(`${base}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${project.key}` },
    body: JSON.stringify({ model: 'svc/echo-1', stream, messages: [{ role: 'user', content: 'Grüße 😀' }] }),
  })
const textOf = async (response: Response) =>
  ((await response.json()) as { choices: [{ message: { content: string } }] }).choices[0].message.content

assert.equal(await textOf(await ask(false)), 'Grüße 😀')
project.next(fail('unavailable', { retryAfter: 1 }), reply('Of the script'))
const refused = await ask(false)
assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '1'])
assert.equal(await textOf(await ask(false)), 'Of the script')

project.next(stream(['One', pause('1h'), ' two']))
const reading = ask(true).then((response) => response.text())
while (project.ledger().attempts < 4) await new Promise((resolve) => setTimeout(resolve, 5))
await mock.clock.advance('1h')
assert.match(await reading, /two[\s\S]*\[DONE\]\n\n$/)

project.next(reply('A long answer').with(cut({ after: 2 })))
await assert.rejects(async () => (await ask(true)).text())

const admin = `${mock.admin?.url}/projects/${project.name}`
assert.equal((await fetch(`${admin}/ledger`)).status, 200)
assert.ok(((await (await fetch(`${admin}/journal`)).json()) as { entries: object[] }).entries.length >= 4)
assert.equal((await ask(false, `${mock.url}/faults/completion-usage-null`)).status, 200)

const inProcess = createMock({
  config: parseConfig(`models: { svc/a: {} }\nprojects: { a: { keys: [svc_a_b], models: [svc/a] } }\n`),
})
assert.equal((await inProcess.fetch('/v1/models', { headers: { authorization: 'Bearer svc_a_b' } })).status, 200)
if (process.versions.bun === undefined) {
  await using workers = await startWorkers({ workers: 2 })
  await fetch(`${workers.url}/v1/models`, { headers: { authorization: `Bearer ${workers.demo.valid}` } })
  assert.equal(workers.ledger('main').requests, 1)
} else await assert.rejects(startWorkers({ workers: 2 }), /in Bun\) several workers cannot share a port/)
console.log('everything held')
