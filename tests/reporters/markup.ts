/** A gateway whose texts are all markup or commands, for every program that shows or reads them. */
import assert from 'node:assert/strict'
import { formatNames } from '../../reporters/formats/format-names.ts'
import { formats } from '../../reporters/formats/formats.ts'
import { summaryOf } from '../../reporters/terminal/terminal.ts'
import type { Report } from '../../suites/harness/report/report.ts'
import type { AlteredResponse } from '../integration/drivers/altered-mock.ts'

/** HTML, XML, Markdown, terminal codes, and the commands of CI systems, each on its own line as well. */
export const MARKUP = [
  '<script>alert(1)</script><!-- ]]> --> &amp; "quoted" \'single\'',
  '::error file=app.js::owned',
  '##[error]owned ##vso[task.setvariable variable=a]b',
  '\u001b[31mred\u001b]8;;https://evil.test\u0007link\u001b[0m \u0000\u0008\u007f\u009b \ud800 \uffff \u202e',
  '`code` ```fence``` **bold** [link](javascript:alert(1)) ![i](https://evil.test/x.png) @everyone #1 | cell |',
  '# heading',
  '</code></details>',
].join('\n')

function markedUp(value: unknown): unknown {
  if (typeof value === 'string') return MARKUP
  if (Array.isArray(value)) return value.map(markedUp)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, markedUp(member)]))
}

/** Replaces every text of a response with markup. */
export function markUp(response: AlteredResponse): void {
  response.headers['x-svc-request-id'] = '<script>alert(1)</script> ]]> ::error::owned `**x**`'
  try {
    response.body = Buffer.from(JSON.stringify(markedUp(JSON.parse(response.body.toString()))))
  } catch {
    response.body = Buffer.concat([Buffer.from(`data: ${MARKUP}\n\n`), response.body])
  }
}

/** Asserts that a report whose texts are markup has no control character, command or markup in any format. */
export function assertIsText(hostile: Report): void {
  for (const name of formatNames) {
    const text = formats[name](hostile)
    assert.doesNotMatch(text.replaceAll('\n', ''), /\p{C}/u, name)
    if (['html', 'junit', 'badge-svg'].includes(name)) assert.ok(!text.includes('<script>alert'), name)
    for (const line of text.split('\n'))
      assert.doesNotMatch(line, /^\s*(::(?!(error|notice) title=svc)|##\[|##vso)/, name)
  }
  // Without code spans, only our own text remains in Markdown.
  const spans = /(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g
  assert.doesNotMatch(formats.markdown(hostile).replaceAll(spans, ''), /<script>|javascript|evil/)
  assert.doesNotMatch(summaryOf(hostile).replaceAll('\n', ''), /\p{C}/u)
}
