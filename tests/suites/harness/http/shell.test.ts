import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shellBody } from '../../../../suites/harness/http/shell.ts'

test('a line for copying has a body unescaped only if all its characters are visible', () => {
  for (const hidden of ['\u00ad', '\u061c', '\u2060', '\u3164', '\u{e0041}', 'a\ufe0f', '\u001b', '\u009b', '\u202e']) {
    const { command = '', argument } = shellBody(Buffer.from(`{"model":"svc/${hidden}"}`))
    assert.match(command, /^printf %b '\{"model":"svc\/a?(\\0\d{3})+"\}'$/)
    assert.equal(argument, '--data-binary @-')
  }
  assert.deepEqual(shellBody(Buffer.from('{"a":"é 😀 ❤️ 1️⃣"}')), { argument: `--data-raw '{"a":"é 😀 ❤️ 1️⃣"}'` })
})

test('a line for copying is a single line that terminals and CI logs do not alter', () => {
  for (const [body, command] of [
    ['{\r\n\t"a":1}', `printf %b '{\\r\\n\\t"a":1}'`],
    ['"\\n%s \'x\'\n"', `printf %b '"\\\\n%s '\\''x'\\''\\n"'`],
    ['##[group]', `printf %b '\\0043\\0043[group]'`],
    ['\ufeff{}', `printf %b '\\0357\\0273\\0277{}'`],
  ] as const)
    assert.deepEqual(shellBody(Buffer.from(body)), { command, argument: '--data-binary @-' })
})

test('a line for copying reproduces a padded body of a megabyte, and takes little memory', () => {
  const runs = `{"a":"${'😀'.repeat(300)}${'é'.repeat(256)}${'x'.repeat(255)}"}${' '.repeat(1024 * 1024)}`
  const before = process.resourceUsage().maxRSS
  const { command = '' } = shellBody(Buffer.from(runs))
  const taken = process.resourceUsage().maxRSS - before
  const plain = `printf %s '${'x'.repeat(255)}"}'; printf %1048576s ''; }`
  const expected = `{ printf %s '{"a":"'; printf %300s '' | sed 's/ /😀/g'; printf %256s '' | sed 's/ /é/g'; ${plain}`
  assert.equal(command, expected)
  assert.ok(taken < 40 * 1024, `${taken} KiB`)
})
