/** Keys that a target echoes, in each form that docs/certify.md says is masked. */
import { redactor } from '../../../suites/harness/http/redact.ts'
import type { Draw } from '../requests/draw.ts'
import type { Forge, ForgedKind } from './classes.ts'

interface Echo {
  readonly key: string
  /** The key as the target writes it. */
  readonly form: string
  readonly before: string
  readonly after: string
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const drawn = (draw: Draw, length: number): string =>
  Array.from({ length }, () => LETTERS[draw.below(LETTERS.length)]).join('')

/** Text before and after a key: words, quotes, and text that may be mistaken for a part of an escape. */
const AROUND = ['', ' ', '"', '{"message":"Invalid key ', '<b>', 'key=', '\n', '…', '*', '&amp;']

const echoed =
  (write: (key: string, draw: Draw) => string): Forge<Echo> =>
  (_, draw) => {
    const key = `svc_${drawn(draw, 1 + draw.below(12))}_${drawn(draw, 20 + draw.below(40))}`
    return { key, form: write(key, draw), before: draw.of(AROUND), after: draw.of(AROUND) }
  }
const each = (change: (code: number, character: string) => string, between = ''): Forge<Echo> =>
  echoed((key) => [...key].map((character) => change(character.charCodeAt(0), character)).join(between))

const hex = (code: number): string => code.toString(16).padStart(2, '0')
const base64 = (text: string): string => Buffer.from(text).toString('base64')

const forgeries: Readonly<Record<string, Forge<Echo>>> = {
  plain: echoed((key) => key),
  'in the other case': echoed((key) => key.toUpperCase()),
  reversed: echoed((key) => [...key].reverse().join('')),
  'escaped for JSON': each((code) => `\\u00${hex(code)}`),
  'escaped for a language': each((code) => `\\x${hex(code)}`),
  'percent-encoded': each((code) => `%${hex(code)}`),
  'percent-encoded twice': each((code) => `%25${hex(code)}`),
  'as an HTML entity': each((code) => `&#${code};`),
  'one notation inside another': each((code) => `\\u0026#x${hex(code)};`),
  'in full-width letters': each((code) => String.fromCharCode(code + 0xfee0)),
  'as a list of numbers': each(String, ', '),
  'with blanks': each((_, character) => character, ' '),
  'with line breaks': echoed((key) => key.replaceAll(/.{9}/g, '$&\n')),
  'with invisible characters': each((_, character) => character, '\u200b'),
  'in hexadecimal': echoed((key) => Buffer.from(key).toString('hex')),
  'in hexadecimal with colons': each(hex, ':'),
  'in base64': echoed(base64),
  'in base64url': echoed((key) => Buffer.from(key).toString('base64url')),
  'in base64 twice': echoed((key) => base64(base64(key))),
  'in base64 inside a longer text': echoed((key, draw) => base64(`${drawn(draw, draw.below(5))}:${key}:x`)),
  'more than half of its secret': echoed((key, draw) => {
    const secret = key.slice(key.lastIndexOf('_') + 1)
    const length = Math.ceil(secret.length * 0.6)
    const from = draw.below(secret.length - length + 1)
    return secret.slice(from, from + length)
  }),
  'two parts in one text': echoed((key) => `${key.slice(0, -12)}***${key.slice(-10)}`),
}

/** Letters that may stay: double base64 has one key character in eight letters of padding, a cut key its `svc_`. */
const MAX_RUN = 8

export const forgedEchoes = (): ForgedKind<Echo> => ({
  kind: 'echoed key',
  own: { key: 'svc_a_0123456789abcdefghij', form: 'none', before: '', after: '' },
  forgeries,
  async judge({ key, form, before, after }) {
    const whole = `${before}${form}${after}`
    const { text, bytes } = redactor([key])
    const { length } = Buffer.from(whole)
    const [asText, asBytes] = [text(whole), Buffer.from(bytes(Buffer.from(whole)))]
    if (asText.length !== whole.length || asBytes.length !== length) return { broken: 'another length' }
    for (const masked of [asText, asBytes.toString()]) {
      // Ignore the adjacent characters: by chance they may look like a part of the key.
      if (!masked.startsWith(before.slice(0, -1)) || !masked.endsWith(after.slice(1)))
        return { broken: `more is masked: ${masked}` }
      const left = masked.slice(before.length, masked.length - after.length)
      if (left === form) return form === 'none' ? 'harmless' : { broken: `not masked: ${masked}` }
      const runs = left.split('*').map((run) => run.length)
      if (Math.max(...runs) > MAX_RUN) return { broken: `in part: ${masked}` }
    }
    return 'refused'
  },
})
