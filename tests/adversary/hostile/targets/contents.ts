/** Targets whose bodies are traps for parsers, and whose texts are traps for readers of reports. */
import { gzipSync } from 'node:zlib'
import { writtenForms } from '../../../integration/secrets/forms.ts'
import { type Call, type Hostile, onRequest, onRequests, targetsOf } from './hostile.ts'
import { COMPLETION, EVENTS, headOf, LIST, wire } from './responses.ts'

const LONE = '\\ud800'
const POLLUTED = '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"created":1'

/** Mutates every accepted body. Bodies are latin1 on the wire, so that any byte can be sent. */
const MUTATED: Readonly<Record<string, (body: string) => string>> = {
  'invalid-utf-8: sends bytes that are not UTF-8': (body) => body.replace('svc/', 'svc/\xff\xfe'),
  'overlong-utf-8: sends overlong UTF-8': (body) => body.replace('svc/', 'svc/\xc0\xaf'),
  'byte-order-mark: begins bodies with a byte order mark': (body) => `\xef\xbb\xbf${body}`,
  'nul-bytes: puts NUL into bodies': (body) => body.replaceAll('"object"', '"ob\0ject"'),
  'escaped-nul: puts escaped NUL into texts': (body) => body.replaceAll('svc', 'svc\\u0000'),
  'lone-surrogates: puts lone surrogates into texts': (body) => body.replaceAll('svc', `svc${LONE}`),
  'not-a-number: writes NaN for numbers': (body) => body.replaceAll('"created":1', '"created":NaN'),
  'huge-number: writes 1e400 for numbers': (body) => body.replaceAll('"created":1', '"created":1e400'),
  'repeated-members: repeats members': (body) => body.replaceAll('"object":', '"object":"x","object":'),
  'proto-member: has members named __proto__ and constructor': (body) => body.replaceAll('"created":1', POLLUTED),
  'utf-16: sends UTF-16': (body) => Buffer.from(body, 'utf16le').toString('latin1'),
  'just-null: sends null': () => 'null',
  'two-documents: sends two documents': (body) => body + body,
  'single-quotes: quotes with single quotes': (body) => body.replaceAll('"', "'"),
}

/** Texts that attack programs that display them. */
const TEXTS: Readonly<Record<string, string>> = {
  'text-terminal: puts escapes that drive terminals into every text':
    '\u001b]0;owned\u0007\u001b[2J\u001b[31mred\u001b[8m\r\b\u009b31m',
  'text-workflow-commands: puts commands of CI systems into every text':
    '\n::error file=a::owned\n::set-output name=x::y\n##[error]owned\n##vso[task.complete]\n',
  'text-markup: puts markup into every text':
    '</script><script>window.owned=1</script><img src=x onerror=owned=1>\u2028',
  'text-xml: puts ends of XML sections into every text': ']]><!ENTITY x SYSTEM "file:///etc/passwd">&x;\ufffe',
  'text-markdown: puts Markdown into every text':
    '\n\n# owned\n| a | b |\n|---|---|\n[x](javascript:owned) ![x](https://example.com/x.png) `` ` `` <b>',
  'text-spreadsheet: puts formulas into every text': '=HYPERLINK("https://example.com";"x")\t+1+1\t@SUM(1)\t-2',
  'text-bidi: puts marks that turn text around into every text': '\u202e\u2066\u200fdesrever\u2069',
  'text-format-strings: puts format strings and shell into every text': `%s%n%x \${HOME} $(reboot) \`reboot\` ; rm -rf / '"`,
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** Puts a text wherever a text is possible: bodies, errors, codes, headers. */
function everywhere(text: string): (call: Call) => void {
  const safe = text.replaceAll(/[^\x20-\x7e]/g, '.')
  return ({ socket, honest }) => {
    const error = { message: text, type: text, param: text, code: text, [text]: text }
    const body = honest.ok
      ? honest.body.replaceAll(/svc|One|stop|list|model/g, (found) => found + inJson(text))
      : JSON.stringify({ error })
    socket.write(wire({ ...honest, body }, [`x-note: ${safe}`, `retry-after: ${safe}`, `x-${'n'.repeat(20)}: ${safe}`]))
  }
}

/** Every response echoes the whole request, including the key. */
function echo({ socket, honest, head, body }: Call): void {
  const authorization = /^authorization: *(.*)$/im.exec(head)?.[1] ?? 'none'
  const key = authorization.replace(/^bearer /i, '')
  const said = [head, body.slice(0, 2000), key, ...writtenForms(key)].join(' ')
  const mutated = honest.ok
    ? honest.body.replaceAll(/svc\/echo-1|One/g, () => inJson(said))
    : JSON.stringify({ error: { message: said, type: key, param: key, code: key } })
  socket.write(
    wire({ ...honest, body: mutated }, [
      `x-echo: ${authorization}`,
      `www-authenticate: Bearer realm="${key}"`,
      `x-${key.replaceAll(/[^\w-]/g, '-')}: a name`,
    ]),
  )
}

function packed({ socket, honest, head }: Call): void {
  const half = gzipSync(Buffer.from(`${honest.body} ${head} ${'x'.repeat(2000)}`)).subarray(0, -9)
  socket.write(`${headOf(honest, ['content-encoding: gzip', `content-length: ${half.length}`])}\r\n\r\n`)
  socket.write(half)
}

const LATER = JSON.stringify({ error: { message: 'Later.', type: 'rate_limit_error', param: null, code: 'limited' } })

export const contents: readonly Hostile[] = [
  ...targetsOf(MUTATED, (mutate) =>
    onRequest(({ socket, honest }) => {
      const body = Buffer.from(mutate(honest.body), 'latin1')
      socket.write(wire({ ...honest, body: '' }).replace('content-length: 0', `content-length: ${body.length}`))
      socket.write(body)
    }),
  ),
  ...targetsOf(TEXTS, (text) => onRequest(everywhere(text))),
  ...onRequests({
    'echo-of-the-key: repeats the key in headers, bodies and encodings of every response': echo,
    'packed-echo: packs the key into half of a gzip body': packed,
    'long-wait: limits everything, for as many seconds as no timer can count': ({ socket, honest }) =>
      void socket.write(wire({ ...honest, status: 429, body: LATER }, [`retry-after: ${'9'.repeat(18)}`])),
    'one-answer-for-all: sends list, completion and stream at once': ({ socket, honest }) =>
      void socket.write(wire({ ...honest, body: LIST + COMPLETION + EVENTS.join('') })),
  }),
]
