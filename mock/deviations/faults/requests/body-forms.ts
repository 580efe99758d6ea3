import { Refusal } from '../../../core/errors.ts'
import { type JsonObject, parseBody } from '../../../core/request/body.ts'
import type { Apply, Fault } from '../../deviation.ts'

/** A body that is read although it is no JSON object: the text that is read in its place. */
type Mend = (text: string) => string | undefined

const MENDS: [name: string, shows: string, mend: Mend][] = [
  [
    'array',
    'the first item of an array is taken',
    (text) => (text.trimStart().startsWith('[') ? text.trim().slice(1, -1) : undefined),
  ],
  ['tail', 'text after the JSON is ignored', (text) => /^[\s\S]*\}(?=[^}]*$)/.exec(text)?.[0]],
  ['second-document', 'a second document after the first is ignored', (text) => /^[\s\S]*?\}(?=\s*\{)/.exec(text)?.[0]],
  [
    'in-a-string',
    'JSON inside a JSON string is taken',
    (text) => (text.startsWith('"') ? String(JSON.parse(text)) : undefined),
  ],
  ['single-quotes', 'single quotes are taken', (text) => text.replaceAll("'", '"')],
  ['last-comma', 'a comma before a closing brace is taken', (text) => text.replaceAll(/,(\s*[}\]])/g, '$1')],
  ['cut-off', 'a body that was cut off is completed', (text) => completed(text)],
  ['comments', 'comments are skipped', (text) => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')],
]

/** What can be wrong with the reading of a body (4.2). */
export const bodyFormFaults = (): readonly Fault[] => [
  ...MENDS.map(
    ([name, shows, mend]): Fault => ({
      name: `reads-${name}`,
      breaks: ['request-body-json', 'stream-invalid-request', 'status-order'],
      shows,
      apply: reading(mend),
    }),
  ),
  {
    name: 'reads-broken-utf-8',
    breaks: ['request-body-utf8'],
    shows: 'bytes that are no UTF-8 are taken for something else',
    apply: (behaviour, emit) => ({
      ...behaviour,
      parseBody(text, call) {
        if (text !== undefined) return behaviour.parseBody(text, call)
        emit()
        const [model] = call.project?.models.keys() ?? []
        return { model, messages: [{ role: 'user', content: '\ufffd' }] }
      },
    }),
  },
  {
    name: 'reads-nothing-as-a-greeting',
    breaks: ['request-body-json'],
    shows: 'an empty body is answered like a greeting',
    apply: (behaviour, emit) => ({
      ...behaviour,
      parseBody(text, call) {
        if (text?.trim() !== '') return behaviour.parseBody(text, call)
        emit()
        const [model] = call.project?.models.keys() ?? []
        return { model, messages: [{ role: 'user', content: 'Hello' }] }
      },
    }),
  },
]

function reading(mend: Mend): Apply {
  return (behaviour, emit) => ({
    ...behaviour,
    parseBody(text, call): JsonObject | Refusal {
      const body = behaviour.parseBody(text, call)
      if (!(body instanceof Refusal) || text === undefined) return body
      const mended = attempt(mend, text)
      const second = mended === undefined || mended === text ? body : parseBody(mended)
      if (second instanceof Refusal) return body
      // Seen from outside only when the rest of the request is right.
      if (behaviour.problemsOf(second, call).length === 0) emit()
      return second
    },
  })
}

function attempt(mend: Mend, text: string): string | undefined {
  try {
    return mend(text)
  } catch {
    return undefined
  }
}

/** Adds the quote and the brackets that a cut has taken away. */
function completed(text: string): string {
  const closers: string[] = []
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (quoted && sign === '\\') at++
    else if (sign === '"') quoted = !quoted
    else if (!quoted && (sign === '{' || sign === '[')) closers.unshift(sign === '{' ? '}' : ']')
    else if (!quoted && (sign === '}' || sign === ']')) closers.shift()
  }
  return text + (quoted ? '"' : '') + closers.join('')
}
