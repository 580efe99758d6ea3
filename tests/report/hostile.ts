/** Texts that want to be more than text: of HTML, terminals, XML, Markdown and CI logs. */
import type { AlteredAnswer } from '../drivers/altered-mock.ts'

/** Printable, so that a header can hold it. */
export const HOSTILE_LINE = [
  `"'></code></pre></style></script></details><script>globalThis.owned = true</script>`,
  '<img src="https://example.invalid/x.png" onerror="globalThis.owned = true">',
  '<svg onload="globalThis.owned = true"><a href="javascript:globalThis.owned = true">x</a></svg>',
  '<link rel="stylesheet" href="https://example.invalid/x.css"><meta http-equiv="refresh" content="0;url=javascript:1">',
  ']]> --> &lt;b&gt; ${owned} [a](javascript:owned) ![b](https://example.invalid/b.png) **c** `d` | e | ::error::f',
].join('')

/** With control characters, marks that turn text around, and halves of characters. */
export const HOSTILE = `${HOSTILE_LINE}\u001b]0;owned\u0007\u001b[2J\r\n::error::gotcha\u202Eevil\u2028x\u009b31m\u0000\ufeff😀`

/** Puts hostile texts into every refusal, and into the headers of every answer. */
export function hostile(answer: AlteredAnswer): void {
  answer.headers['x-hostile'] = HOSTILE_LINE
  if (answer.status < 400) return
  const error = { message: HOSTILE, type: HOSTILE, param: HOSTILE, code: HOSTILE, [HOSTILE]: HOSTILE }
  answer.body = Buffer.from(JSON.stringify({ error }))
  answer.headers['content-type'] = `text/plain; ${HOSTILE_LINE}`
}
