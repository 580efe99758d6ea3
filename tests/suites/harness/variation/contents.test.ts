/** Varied contents of requests: they keep the fault of a request, and can be read from the sent request. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { caseFiles, loadCases, planOf } from '../../../../suites/checks/rows/cases.ts'
import { seedFor } from '../../../../suites/harness/arbitraries/draws.ts'
import { drawsAt, mutatedBy, sitesOf, spoilable } from '../../../../suites/harness/arbitraries/requests.ts'
import { isObject, type Json, parseJson } from '../../../../suites/harness/http/exact-json.ts'
import { complete, type Plan, postRaw, sentRequest } from '../../../../suites/harness/http/request.ts'
import { schemaBreaches } from '../../../../suites/harness/judge/schema.ts'
import { plainBody } from '../../../../suites/harness/run/plain-body.ts'
import { contentsIn, dimensionsFor, filled, varied } from '../../../../suites/harness/variation/apply.ts'
import { variationOf } from '../../../../suites/harness/variation/attribution.ts'
import { type Dimension, dimensions, plainRow, type Row } from '../../../../suites/harness/variation/dimensions.ts'
import { rowsOf } from '../../../../suites/harness/variation/rows.ts'
import { sentenceBy } from '../../../../suites/harness/variation/sentences.ts'
import { contentOf, HUGE_TEXT_BYTES, LONG_TEXT_BYTES, prose } from '../../../../suites/harness/variation/texts.ts'

const MAX = 16
const options = { salt: 'x', maxTokens: MAX }
const plain = plainBody('svc/a', MAX, 1)
const plans: readonly [title: string, plan: Plan][] = caseFiles
  .flatMap(loadCases)
  .flatMap(({ rows }) => rows)
  .map((row) => [row.title, planOf(row, plain)])

function breachesOf({ body }: Plan): unknown {
  const parsed = parseJson(String(body))
  assert.ok(parsed.ok)
  return schemaBreaches('chat-completion-request', parsed.value).map(({ requirement, at }) => [requirement, at])
}

const without = (body: Plan['body'], names: readonly string[]): object =>
  Object.fromEntries(Object.entries(JSON.parse(String(body))).filter(([name]) => !names.includes(name)))

describe('varied content', () => {
  it('keeps the faults of every case with each possible value', () => {
    for (const [title, plan] of plans)
      for (const name of contentsIn(plan, MAX))
        for (const value of dimensions[name].slice(1)) {
          const full = filled(plan, { ...plainRow, [name]: value } as Row, MAX)
          assert.notEqual(full.body, plan.body, `${title}: ${name}: ${value}`)
          assert.deepEqual(breachesOf(full), breachesOf(plan), `${title}: ${name}: ${value}`)
        }
  })

  it('keeps the faults with all values of a row at once', () => {
    for (const row of rowsOf(5).slice(0, 20))
      for (const [title, plan] of plans) {
        if (contentsIn(plan, MAX).length === 0) continue
        const full = filled(plan, row, MAX)
        assert.deepEqual(breachesOf(full), breachesOf(plan), title)
        // An unchanged request would show no value of its row.
        const shown = contentsIn(plan, MAX)
        const differs = shown.some((name) => row[name] !== plainRow[name] || (name === 'text' && row.turn > 0))
        assert.equal(full.body !== plan.body, differs, title)
      }
  })

  it('keeps generated faults', () => {
    const draws = drawsAt(spoilable.flatMap(sitesOf), 3, (name) => seedFor(7, name))
    const mutated = draws
      .flatMap((draw) => [plain, { ...plain, stream: true }].map((body) => mutatedBy(draw, body).body as Json))
      .filter(isObject)
    const rows = rowsOf(7)
    for (const [at, body] of mutated.entries()) {
      const plan = complete(body)
      const full = filled(plan, rows[at % rows.length] as Row, MAX)
      assert.deepEqual(breachesOf(full), breachesOf(plan), String(plan.body))
    }
  })

  it('does not change members that differ from the plain request', () => {
    const last = (Object.keys(dimensions) as Dimension[]).map((name) => [name, dimensions[name].at(-1)])
    const row = { ...Object.fromEntries(last), turn: 1 } as Row
    const own = { temperature: 9, top_p: 0, stop: [''], n: 2, max_tokens: 1, stream: 'no' }
    const messages = [{ role: 'user', content: 'Hello.' }]
    const plan = complete({ model: 'svc/a', messages, ...own })
    assert.equal(filled(plan, row, MAX).body, plan.body)
    const { body } = filled(complete({ ...plain, temperature: 9 }), row, MAX)
    assert.equal(JSON.parse(String(body)).temperature, 9)
    const kept = without(body, ['messages', 'top_p', 'stop', 'n', 'stream', 'max_completion_tokens'])
    assert.deepEqual(kept, { model: 'svc/a', temperature: 9 })
  })

  it('adds no member to a request without optional members', () =>
    assert.deepEqual(contentsIn(complete(plainBody('svc/a', undefined, 1)), MAX), ['text', 'conversation']))

  it('can be read from the sent request', () => {
    for (const plan of [complete(plain), complete({ ...plain, stream: true })])
      for (const row of rowsOf(3)) {
        const own = varied(plan, row, options)
        const natural = own.spelling ? [] : ['spelling']
        const { writing, order, ...read } = variationOf(sentRequest({ ...own, natural })) ?? {}
        const expected = dimensionsFor(plan, MAX).filter((name) => name !== 'writing' && name !== 'order')
        assert.deepEqual(read, Object.fromEntries(expected.map((name) => [name, row[name]])))
      }
  })

  it('can be looked for in any malformed body', () => {
    const likely = fc.constantFrom('messages', 'stream', 'stop', 'stream_options', 'toString')
    const members = fc.dictionary(likely, fc.json())
    const bodies = fc.oneof(
      fc.string(),
      fc.constantFrom('{}', '{ }', '{"messages":[{"content":{"toString":1}}]}', '{"a":1 }'),
      members.map((some) => `{${Object.entries(some).map(([name, value]) => `"${name}" : ${value}`)}}`),
    )
    fc.assert(fc.property(bodies, (body) => variationOf(sentRequest(postRaw(body))) !== undefined))
  })

  it('has only assigned characters and noncharacters', () => {
    const other = /\p{Cs}|(?!\p{NChar})\p{Cn}/u
    for (const row of rowsOf(9)) assert.doesNotMatch(contentOf(row.text, sentenceBy(`${row.turn}`)), other)
  })

  it('is unchanged in the plain variation', () => {
    const plan = complete(plain)
    assert.deepEqual(varied(plan, plainRow, options), plan)
  })
})

describe('long texts', () => {
  it('have their documented length, and begin like the plain text', () => {
    const sentence = sentenceBy('')
    const long = contentOf('long', sentence)
    assert.ok(long.startsWith(sentence))
    assert.ok(Buffer.byteLength(long) > LONG_TEXT_BYTES - 200 && Buffer.byteLength(long) <= LONG_TEXT_BYTES)
    // The number of characters is above 32 KiB, too.
    assert.ok(long.length > 32_768, String(long.length))
  })

  it('exceed half of the limit in bytes and characters, and the whole limit with escapes', () => {
    const huge = prose(sentenceBy(''), HUGE_TEXT_BYTES, 'mixed')
    const beyond = huge.match(/[^\0-\x7f]/g)?.length ?? 0
    assert.ok(Buffer.byteLength(huge) > HUGE_TEXT_BYTES - 200 && huge.length > 512 * 1024, String(huge.length))
    assert.ok(huge.length + 5 * beyond > 1024 * 1024, String(beyond))
  })
})
