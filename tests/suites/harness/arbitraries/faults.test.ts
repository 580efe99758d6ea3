/** Generated faults: each is the only one in its request, for the schema and for the mock. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { caseFiles, loadCases, planOf, type Row } from '../../../../suites/checks/rows/cases.ts'
import { seedFor, spreadOver } from '../../../../suites/harness/arbitraries/draws.ts'
import {
  drawsAt,
  isSingleFault,
  mutatedBy,
  sitesOf,
  spoilable,
} from '../../../../suites/harness/arbitraries/requests.ts'
import type { Body } from '../../../../suites/harness/arbitraries/sites.ts'
import { validNumbers } from '../../../../suites/harness/arbitraries/valid-numbers.ts'
import { likelyNames } from '../../../../suites/harness/catalogue/likely-names.ts'
import type { RequirementId } from '../../../../suites/harness/catalogue/requirements.ts'
import { RawJson, toJson } from '../../../../suites/harness/http/request.ts'
import { conforms } from '../../../../suites/harness/judge/schema.ts'
import { unlistedNames } from '../../../../suites/harness/run/generated/unlisted.ts'
import { mockAccepts, schemaAccepts } from '../../../agreement/readers.ts'

const plain: Body = { model: 'svc/echo-1', messages: [{ role: 'user', content: 'Hello.' }], max_tokens: 16 }
const full: Body = {
  ...plain,
  messages: ['system', 'user', 'assistant'].map((role) => ({ role, content: 'Hello.' })),
  temperature: 1,
  top_p: 1,
  n: 1,
  stop: ['###', '##1'],
  stream: true,
}
const seeds = [1, 2, 3]

/** Whether a gateway that reads numbers as doubles accepts a body. */
const acceptedAsDoubles = (text: string): boolean => conforms('chat-completion-request', JSON.parse(text))

describe('a generated fault', () => {
  for (const requirement of spoilable)
    it(`of ${requirement} is the only one in its request, and the mock rejects it`, () => {
      for (const seed of seeds)
        for (const draw of drawsAt(sitesOf(requirement), 3, (name) => seedFor(seed, name)))
          for (const control of [plain, full]) {
            const mutated = mutatedBy(draw, control)
            const text = toJson(mutated.body)
            assert.ok(isSingleFault(mutated), `${draw.site.keyword} ${draw.family}: ${text}`)
            assert.ok(schemaAccepts(toJson(mutated.control)), toJson(mutated.control))
            assert.equal(mockAccepts(text), false, text)
          }
    })

  it('of a number is also invalid for gateways that read doubles, up to 2^63', () => {
    for (const requirement of spoilable)
      for (const draw of drawsAt(sitesOf(requirement), 20, (name) => seedFor(1, name))) {
        if (!(draw.value instanceof RawJson) || Number(draw.value.text) === 2 ** 63) continue
        assert.equal(acceptedAsDoubles(toJson(mutatedBy(draw, plain).body)), false, draw.value.text)
      }
  })
})

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a row puts a likely name into the body, a message or `stream_options`. */
function hasLikelyName(row: Row): boolean {
  const body = JSON.parse(String(planOf(row, plain).body)) as Record<string, unknown>
  const holders: readonly (readonly [RequirementId, unknown])[] = [
    ['request-closed', body],
    ['request-stream-options-closed', body.stream_options],
    ...[body.messages].flat().map((message) => ['message-closed', message] as const),
  ]
  const isLikely = (closing: RequirementId) => (name: string) => likelyNames(closing).includes(name)
  return holders.some(([closing, value]) => isObject(value) && Object.keys(value).some(isLikely(closing)))
}

describe('names that a later contract is likely to list', () => {
  for (const closing of ['request-closed', 'message-closed', 'request-stream-options-closed'] as const) {
    const drawnFor = (requirement: RequirementId): Set<string> => {
      const draws = drawsAt(sitesOf(requirement), 200, (name) => seedFor(1, name))
      const unlisted = draws.filter(({ site }) => site.keyword === 'additionalProperties')
      return new Set(unlisted.map(({ value }) => (value as [string, unknown])[0]))
    }

    it(`are drawn only for ${closing}-likely, and each of them is drawn`, () => {
      const likely = likelyNames(closing)
      assert.deepEqual([...drawnFor(`${closing}-likely`)].sort(), [...likely].sort())
      const others = [...drawnFor(closing)]
      assert.ok(others.length > 3 && others.every((name) => !likely.includes(name)))
    })
  }

  it('occur only in rows about likely names', () => {
    for (const { requirement, rows } of caseFiles.flatMap(loadCases))
      for (const row of rows.filter(({ body }) => body === undefined))
        assert.equal(requirement.endsWith('-likely'), hasLikelyName(row), row.title)
  })
})

describe('valid numbers', () => {
  for (const [field, families] of Object.entries(validNumbers)) {
    it(`as ${field} are valid exactly, as doubles and for the mock`, () => {
      for (const { text } of fc.sample(fc.oneof(...Object.values(families)), { seed: 1, numRuns: 200 })) {
        const body = toJson({ ...plain, [field]: new RawJson(text) })
        assert.ok(acceptedAsDoubles(body), body)
        assert.ok(mockAccepts(body), body)
        if (!/\.9{17,}/.test(text)) assert.ok(schemaAccepts(body), body)
      }
    })
  }
})

it('unlisted model names are well formed', () => {
  for (const listed of ['svc/echo-1', 'svc/a', 'svc/-', 'gpt 4', 'GPT', 'svc/'])
    for (const names of Object.values(unlistedNames(listed)))
      for (const name of fc.sample(names, { seed: 1, numRuns: 20 })) {
        assert.match(name, /^svc\/[a-z0-9-]+$/)
        assert.notEqual(name, listed)
      }
})

describe('spreadOver()', () => {
  const others = ['x', 'y', 'z']
  const items = ['a', 'b', 'c'].flatMap((first) => others.map((one) => ({ first: [first], second: [], others: [one] })))
  const chosen = (size: number): typeof items => spreadOver(items, size, (item) => item)

  it('chooses items with different values first', () => {
    const shown = chosen(3).map(({ first, others }) => `${first}${others}`)
    assert.deepEqual(shown, ['ax', 'by', 'cz'])
  })

  it('chooses no item twice', () => assert.deepEqual([new Set(chosen(9)).size, chosen(20).length], [9, 9]))
})
