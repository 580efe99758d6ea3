import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shellBody } from '../../../../suites/harness/http/shell.ts'

test('a body stands in a line for copying only where each of its characters shows', () => {
  for (const hidden of ['\u00ad', '\u061c', '\u2060', '\u3164', '\u{e0041}', 'a\ufe0f', '\u001b', '\u009b', '\u202e']) {
    const { command = '', argument } = shellBody(Buffer.from(`{"model":"svc/${hidden}"}`))
    assert.match(command, /^printf %s '[\w+/=]+' \| base64 -d/)
    assert.equal(argument, '--data-binary @-')
  }
  assert.deepEqual(shellBody(Buffer.from('{\n\t"a":"é 😀 ❤️ 1️⃣"}')), { argument: `--data-raw '{\n\t"a":"é 😀 ❤️ 1️⃣"}'` })
})
