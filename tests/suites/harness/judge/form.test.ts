/** A valid request gets the form that it asked for, also where it was sent for another reason. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explained } from '../../../../suites/harness/explain/index.ts'
import { type Answer, identityOf } from '../../../../suites/harness/http/exchange.ts'
import type { Evidence, Expectation } from '../../../../suites/harness/judge/evidence.ts'
import { answerOf, asked } from '../http/exchanges.ts'

const shared = { id: 'completion-1', created: 1, model: 'svc/echo-1' }
const message = { role: 'assistant', content: 'Hello.' }
const COMPLETION = JSON.stringify({
  ...shared,
  object: 'chat.completion',
  choices: [{ index: 0, message, finish_reason: 'stop' }],
})
const chunk = (delta: object, finish_reason: string | null) =>
  `data: ${JSON.stringify({ ...shared, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] })}\n\n`
const STREAM = `${chunk(message, null)}${chunk({}, 'stop')}data: [DONE]\n\n`

type Form = 'stream' | 'completion' | 'error'

function answerIn(form: Form): Answer {
  if (form === 'stream') return answerOf(STREAM, { headers: [['content-type', 'text/event-stream']] })
  const error = { message: 'No.', type: 'invalid_request_error', param: null, code: 'no' }
  return form === 'completion' ? answerOf(COMPLETION) : answerOf(JSON.stringify({ error }), { status: 400 })
}

/** What fails of a request that asked for one form and got another. */
function failures(id: string, stream: boolean, form: Form, expectation?: Expectation) {
  const exchange = { ...identityOf(id), request: { ...asked, stream }, answer: answerIn(form), duration: 1 }
  const item = { check: 'c', requirement: 'model-callable-listed', title: 't', exchange: id } as const
  const evidence: Evidence[] = expectation ? [{ ...item, expectation }] : []
  return explained({ exchanges: [exchange], evidence, remarks: [] })
    .filter(({ outcome, requirement }) => outcome === 'fail' && /^(stream-started|completion-json)$/.test(requirement))
    .map(({ requirement, brief, exchanges }) => [requirement, brief, ...exchanges])
}

const CONTROL = 'control/1/1'
const AS_STREAM = ['completion-json', 'the response is an event stream']
const AS_JSON = ['stream-started', 'the response is a JSON completion']

test('a control that gets the other form fails, by the requirement of the form that it asked for', () => {
  assert.deepEqual(failures(CONTROL, false, 'stream'), [[...AS_STREAM, CONTROL]])
  assert.deepEqual(failures(CONTROL, true, 'completion'), [[...AS_JSON, CONTROL]])
})

test('a request that looks whether a model is there is judged by its form as well', () => {
  const id = 'model-callable-listed/svc-echo-1/1'
  assert.deepEqual(failures(id, false, 'stream', { kind: 'callable' }), [[...AS_STREAM, id]])
})

test('the form that was asked for, an error, and what a check has tried itself do not fail here', () => {
  assert.deepEqual(failures(CONTROL, false, 'completion'), [])
  assert.deepEqual(failures(CONTROL, true, 'stream'), [])
  assert.deepEqual(failures(CONTROL, true, 'error'), [])
  assert.deepEqual(failures('request-n/n-2/1', true, 'completion'), [])
})
