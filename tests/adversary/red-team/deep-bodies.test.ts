/** Rows of the red team break only their own rule: they do not copy or write bodies that would overflow the stack. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { redTeamFaults, startLayer } from './index.ts'

const nested = (open: string, close: string): string => `${open.repeat(10_000)}1${close.repeat(10_000)}`

/** One row that writes a changed body, and one that compares a body. */
for (const name of ['messages.unknown-as-the-last-field', 'bodies.empty-array']) {
  test(`${name} passes bodies on that are nested 10,000 levels deep`, async (t) => {
    const row = redTeamFaults.find((fault) => fault.name === name)
    assert.ok(row, name)
    const warnings = t.mock.method(process, 'emitWarning', () => undefined)
    const { url, gateway, close } = await startLayer(row)
    t.after(close)
    for (const value of [nested('[', ']'), nested('{"a":', '}')]) {
      const body = `{"model":"${gateway.models.chat}","messages":[{"role":"user","content":"hi"}],"x":${value}}`
      const headers = { authorization: `Bearer ${gateway.keys.valid}`, 'content-type': 'application/json' }
      const { status } = await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body })
      assert.equal(status, 400)
    }
    assert.equal(warnings.mock.callCount(), 0)
  })
}
