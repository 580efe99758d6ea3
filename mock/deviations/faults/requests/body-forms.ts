import { Refusal } from '../../../core/errors.ts'
import { type JsonObject, parseBody } from '../../../core/request/body.ts'
import { type Apply, type Fault, fault } from '../../deviation.ts'

/** Makes a JSON object of a body that is none; undefined where it cannot. */
type Repair = (text: string) => string | undefined

/** What can be wrong with the reading of a body (4.2). */
export const bodyFormFaults = (): readonly Fault[] => [
  fault(
    'reads-array',
    ['request-body-json', 'stream-invalid-request', 'status-order'],
    'the first item of an array is taken',
    reading((text) => (text.trimStart().startsWith('[') ? text.trim().slice(1, -1) : undefined)),
  ),
  fault(
    'reads-tail',
    ['request-body-json', 'stream-invalid-request', 'status-order'],
    'text after the JSON is ignored',
    reading((text) => /^[\s\S]*\}(?=[^}]*$)/.exec(text)?.[0]),
  ),
  fault(
    'reads-second-document',
    ['request-body-json', 'stream-invalid-request', 'status-order'],
    'a second document after the first is ignored',
    reading((text) => /^[\s\S]*?\}(?=\s*\{)/.exec(text)?.[0]),
  ),
  fault(
    'reads-in-a-string',
    ['request-body-json', 'stream-invalid-request', 'status-order'],
    'JSON inside a JSON string is taken',
    reading((text) => (text.startsWith('"') ? String(JSON.parse(text)) : undefined)),
  ),
  fault(
    'reads-single-quotes',
    ['request-body-json', 'stream-invalid-request', 'status-order'],
    'single quotes are taken',
    reading((text) => text.replaceAll("'", '"')),
  ),
  fault(
    'reads-last-comma',
    ['request-body-json', 'stream-invalid-request', 'status-order'],
    'a comma before a closing brace is taken',
    reading((text) => text.replaceAll(/,(\s*[}\]])/g, '$1')),
  ),
  fault(
    'reads-cut-off',
    ['request-body-json', 'stream-invalid-request', 'status-order'],
    'a body that was cut off is completed',
    reading((text) => completed(text)),
  ),
  fault(
    'reads-comments',
    ['request-body-json', 'stream-invalid-request', 'status-order'],
    'comments are skipped',
    reading((text) => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')),
  ),
  fault(
    'reads-broken-utf-8',
    ['request-body-utf8'],
    'bytes that are no UTF-8 are taken for something else',
    (behaviour, emit) => ({
      ...behaviour,
      parseBody(text, call) {
        if (text !== undefined) return behaviour.parseBody(text, call)
        emit()
        const [model] = call.project?.models.keys() ?? []
        return { model, messages: [{ role: 'user', content: '\ufffd' }] }
      },
    }),
  ),
  fault(
    'reads-nothing-as-a-greeting',
    ['request-body-json'],
    'an empty body is answered like a greeting',
    (behaviour, emit) => ({
      ...behaviour,
      parseBody(text, call) {
        if (text?.trim() !== '') return behaviour.parseBody(text, call)
        emit()
        const [model] = call.project?.models.keys() ?? []
        return { model, messages: [{ role: 'user', content: 'Hello' }] }
      },
    }),
  ),
]

function reading(repair: Repair): Apply {
  return (behaviour, emit) => ({
    ...behaviour,
    parseBody(text, call): JsonObject | Refusal {
      const body = behaviour.parseBody(text, call)
      if (!(body instanceof Refusal) || text === undefined) return body
      const repaired = attempt(repair, text)
      const second = repaired === undefined || repaired === text ? body : parseBody(repaired)
      if (second instanceof Refusal) return body
      // Seen from outside only when the rest of the request is right.
      if (behaviour.problemsOf(second, call).length === 0) emit()
      return second
    },
  })
}

function attempt(repair: Repair, text: string): string | undefined {
  try {
    return repair(text)
  } catch {
    return undefined
  }
}

/** Adds the quote and the brackets that are missing at the end. */
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
