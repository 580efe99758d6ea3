/** Every run sends every likely value, alone in its request, as a completion or a stream according to the table. */
import assert from 'node:assert/strict'
import { isUtf8 } from 'node:buffer'
import { describe, it } from 'node:test'
import { demo } from '../../mock/index.ts'
import { likelyForms } from '../../suites/checks/keys/wrong-keys.ts'
import { recorded } from '../../suites/harness/http/key-forms.ts'
import { runOf } from './runs.ts'
import { valuesTable } from './values/command.ts'
import { ofElsewhere, ofOwnModel } from './values/likely.ts'
import { type Sent, sentIn } from './values/sent.ts'

/** The default budgets of requests. */
const REQUESTS = { core: 950, full: 1800 } as const

describe('likely values', () => {
  for (const profile of ['core', 'full'] as const)
    for (const seed of [1, 20_261_121]) {
      const run = async (): Promise<Sent[]> =>
        sentIn((await runOf(profile, { seed, requests: REQUESTS[profile] })).transcript.exchanges)

      it(`are all sent by ${profile} with the seed ${seed}`, async () => {
        const { rows, missing } = ofOwnModel(await run(), demo.chat, profile)
        assert.ok(rows > 300, String(rows))
        assert.deepEqual(missing, [])
      })

      it(`of each way to break a rule are sent to another model by ${profile} with the seed ${seed}`, async () =>
        assert.deepEqual(ofElsewhere(await run(), demo.chat, 'valid').missing, []))
    }

  it('of each way to break a rule are sent in the second project by full', async () => {
    const { transcript } = await runOf('full', { requests: REQUESTS.full })
    assert.deepEqual(ofElsewhere(sentIn(transcript.exchanges), demo.chat, 'second').missing, [])
  })

  it('that are not UTF-8 are in a text, so that a lenient reader sees a valid request', async () => {
    const { transcript } = await runOf('core', { seed: 1, requests: REQUESTS.core })
    const sent = transcript.exchanges.find(({ id }) => /^request-body-utf8\//.test(id))?.request
    const body = Buffer.from(sent?.body ?? [])
    assert.ok(!isUtf8(body))
    assert.match(JSON.parse(body.toString()).messages[0].content, /^\ufffd/)
  })

  it('of wrong keys are all sent', async () => {
    const { transcript } = await runOf('core', { seed: 1, requests: REQUESTS.core })
    const presented = new Set(
      transcript.exchanges.map(({ request }) => request.headers.find(([name]) => /^authorization$/i.test(name))?.[1]),
    )
    const missing = likelyForms.filter((form) => {
      const [header] = form === null ? [] : (recorded({ role: 'valid', form }).headers ?? [])
      return header?.[0] === 'authorization' && !presented.has(header[1])
    })
    assert.deepEqual(missing, [])
  })

  it('have a table by field, key, model and mode', () => {
    const plain = { key: 'valid', model: 'svc/a', streamed: false, body: '' }
    const sent = (n: string, status: number): Sent => ({ ...plain, members: new Map([['n', n]]), status })
    assert.deepEqual(valuesTable([sent('2', 400), sent('1', 200), sent('2', 429)]), [
      'n | valid | svc/a | completion | 1 (200) · 2 (400, 429)',
    ])
  })
})
