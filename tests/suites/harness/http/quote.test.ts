import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quote } from '../../../../suites/harness/http/response.ts'
import { responseOf } from './exchanges.ts'

const quoted = (body: string): string => quote(responseOf(body)).replace('200 application/json ', '')

for (const [character, fitting] of [
  ['a', 160],
  ['é', 160],
  ['世', 160],
  ['😀', 80],
] as const)
  test(`a quote of ${character} has at most 160 code units, and an ellipsis only if it leaves some out`, () => {
    const whole = character.repeat(fitting)
    assert.equal(quoted(whole), whole)
    assert.equal(quoted(`${whole}${character}`), `${whole}…`)
    assert.equal(quoted(character.repeat(5000)), `${whole}…`)
  })
