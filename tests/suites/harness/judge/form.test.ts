/** A valid request gets the requested form (stream or JSON), even if it was sent for another check. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explained } from '../../../../suites/harness/explain/index.ts'
import type { HttpResponse } from '../../../../suites/harness/http/exchange.ts'
import type { Evidence, Expectation } from '../../../../suites/harness/judge/evidence.ts'
import { completionWith, errorWith } from '../http/bodies.ts'
import { framed, plain } from '../http/event-writer.ts'
import { asked, exchangeOf, responseOf } from '../http/exchanges.ts'

type Form = 'stream' | 'completion' | 'error'

function responseIn(form: Form): HttpResponse {
  if (form === 'stream') return responseOf(framed(plain), { headers: [['content-type', 'text/event-stream']] })
  if (form === 'completion') return responseOf(completionWith())
  return responseOf(errorWith({ type: 'invalid_request_error' }), { status: 400 })
}

/** The failures of a request for one form that got another. */
function failures(id: string, stream: boolean, form: Form, expectation?: Expectation) {
  const exchange = exchangeOf(responseIn(form), { id, request: { ...asked, stream } })
  const item = { check: 'c', requirement: 'model-callable-listed', title: 't', exchange: id } as const
  const evidence: Evidence[] = expectation ? [{ ...item, expectation }] : []
  return explained({ exchanges: [exchange], evidence, remarks: [] })
    .filter(({ outcome, requirement }) => outcome === 'fail' && /^(stream-started|completion-json)$/.test(requirement))
    .map(({ requirement, brief, exchanges }) => [requirement, brief, ...exchanges])
}

const CONTROL = 'control/1/1'
const AS_STREAM = ['completion-json', 'the response is an event stream']
const AS_JSON = ['stream-started', 'the response is a JSON completion']

test('a control that gets the other form fails the requirement of the requested form', () => {
  assert.deepEqual(failures(CONTROL, false, 'stream'), [[...AS_STREAM, CONTROL]])
  assert.deepEqual(failures(CONTROL, true, 'completion'), [[...AS_JSON, CONTROL]])
})

test('judges the form of a request that checks whether a model is callable', () => {
  const id = 'model-callable-listed/svc-echo-1/1'
  assert.deepEqual(failures(id, false, 'stream', { kind: 'callable' }), [[...AS_STREAM, id]])
})

test('does not fail the requested form, an error, or a request that a check judges itself', () => {
  const right = [failures(CONTROL, false, 'completion'), failures(CONTROL, true, 'stream')]
  const others = [failures(CONTROL, true, 'error'), failures('request-n/n-2/1', true, 'completion')]
  assert.deepEqual([...right, ...others].flat(), [])
})
