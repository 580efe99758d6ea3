/** Words that requests, conforming responses and reports contain, and which may be the secret of a simple key. */
import { jsonOfOurs } from './our-yaml.ts'

/** What requests are made of, and the statements and names of reports. */
const FILES = [
  'schemas/callers.yaml',
  'schemas/added-headers.yaml',
  'schemas/requirements.yaml',
  'schemas/sets/1.0.0-1.yaml',
  'suites/cases/fields.yaml',
  'suites/cases/rules.yaml',
  'suites/cases/bodies.yaml',
] as const

/** Other words of requests and reports. */
const OTHERS = `application/json; charset=utf-8 sk-test-0123456789abcdefghijklmnopqrstuvwxyz fedcba9876543210 1234567890
  password=1 empty-secret svc-conformance user@example.com 127.0.0.1:8080 localhost:8080
  transcript other-project another-project account-disabled rate-limited no-models application-json`

let words: string | undefined

/** The words, and once more without spaces, which do not end a trace. */
function ordinary(): string {
  if (words === undefined) {
    const all = [OTHERS, ...FILES.map(jsonOfOurs)].join('\n').toLowerCase()
    words = all + all.replaceAll(' ', '')
  }
  return words
}

/** The minimum length of a secret that is also found without the beginning of its key. */
const ALONE = 8

/**
 * Whether a secret is part of such a word, or repeats one character. To mask these would make responses look like a
 * breach, and requests like those of another run. A mask also matches without the first or the last character.
 */
export function isOrdinary(text: string): boolean {
  const secret = text.replace(/^svc_[^_]*_/, '')
  const inner = (secret.length < ALONE ? text : secret).slice(1, -1).toLowerCase()
  return /^(.)\1*$/.test(inner) || ordinary().includes(inner)
}
