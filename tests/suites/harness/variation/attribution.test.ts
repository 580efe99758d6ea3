/** The requirement that a rejection breaks if it needs some values of a variation. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blamedFor, formOf } from '../../../../suites/harness/variation/attribution.ts'
import { type Dimension, plainRow, type Row } from '../../../../suites/harness/variation/dimensions.ts'

for (const [values, alone, blamed] of [
  [{ stop: 'one text' }, true, 'request-stop'],
  [{ stop: 'one text' }, false, 'completion-json'],
  [{ n: '1' }, true, 'request-n'],
  [{ client: 'none', accept: 'text/html' as Row['accept'] }, true, 'client-headers-tolerated'],
  [{ framing: 'chunked' }, true, 'completion-json'],
  [{ text: 'emoji and signs' }, true, 'message-content'],
  [{ text: 'long' }, true, 'message-content-long'],
  [{ conversation: 'system first' }, true, 'message-role'],
  [{ conversation: '130 messages' }, true, 'request-messages'],
  [{ conversation: 'assistant last' }, true, 'message-role-order'],
  [{ conversation: 'assistant last', stop: 'one text' }, true, 'message-role-order'],
  [{ stop: 'one text', n: '1' }, true, 'completion-json'],
  [{}, true, 'completion-json'],
] as const)
  test(`${JSON.stringify(values)}${alone ? '' : ', in some requests'}: ${blamed}`, () => {
    const dimensions = Object.keys(values) as Dimension[]
    assert.equal(blamedFor(dimensions, { ...plainRow, ...values }, { form: 'completion-json', alone }), blamed)
  })

test('the form of a response is a list, a stream or a completion', () => {
  assert.equal(formOf({ operation: 'models', stream: false }), 'models-list')
  assert.equal(formOf({ operation: 'completions', stream: true }), 'stream-started')
  assert.equal(formOf({ operation: 'completions', stream: false }), 'completion-json')
})
