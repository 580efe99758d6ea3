/** A valid request gets the form that it asked for, also where it was sent for another reason. */
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

/** What fails of a request that asked for one form and got another. */
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

test('a control that gets the other form fails, by the requirement of the form that it asked for', () => {
  assert.deepEqual(failures(CONTROL, false, 'stream'), [[...AS_STREAM, CONTROL]])
  assert.deepEqual(failures(CONTROL, true, 'completion'), [[...AS_JSON, CONTROL]])
})

test('a request that looks whether a model is there is judged by its form as well', () => {
  const id = 'model-callable-listed/svc-echo-1/1'
  assert.deepEqual(failures(id, false, 'stream', { kind: 'callable' }), [[...AS_STREAM, id]])
})

test('the form that was asked for, an error, and what a check has tried itself do not fail here', () => {
  const right = [failures(CONTROL, false, 'completion'), failures(CONTROL, true, 'stream')]
  const others = [failures(CONTROL, true, 'error'), failures('request-n/n-2/1', true, 'completion')]
  assert.deepEqual([...right, ...others].flat(), [])
})
