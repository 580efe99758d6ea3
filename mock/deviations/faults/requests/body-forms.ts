import { Refusal } from '../../../core/errors.ts'
import { type JsonObject, parseBody } from '../../../core/request/body.ts'
import { type Apply, breaking } from '../../deviation.ts'

/** Makes a JSON object of another body; undefined if it cannot. */
type Repair = (text: string) => string | undefined

/** What can be wrong with the reading of a body (4.2). */
export const faults = () => [
  breaking(['request-body-json', 'stream-invalid-request', 'status-order'], {
    'reads-array': [
      'the first item of an array is taken',
      reading((text) => (text.trimStart().startsWith('[') ? text.trim().slice(1, -1) : undefined)),
    ],
    'reads-tail': ['text after the JSON is ignored', reading((text) => /^[\s\S]*\}(?=[^}]*$)/.exec(text)?.[0])],
    'reads-second-document': [
      'a second document after the first is ignored',
      reading((text) => /^[\s\S]*?\}(?=\s*\{)/.exec(text)?.[0]),
    ],
    'reads-in-a-string': [
      'JSON inside a JSON string is taken',
      reading((text) => (text.startsWith('"') ? String(JSON.parse(text)) : undefined)),
    ],
    'reads-single-quotes': ['single quotes are taken', reading((text) => text.replaceAll("'", '"'))],
    'reads-last-comma': [
      'a comma before a closing brace is taken',
      reading((text) => text.replaceAll(/,(\s*[}\]])/g, '$1')),
    ],
    'reads-cut-off': ['a body that was cut off is completed', reading((text) => completed(text))],
    'reads-leading-zeros': ['a number may begin with zeros', reading((text) => text.replaceAll(/:\s*0+(?=\d)/g, ':'))],
    'reads-infinity': [
      'Infinity and -Infinity are taken for 1',
      reading((text) => text.replaceAll(/:\s*-?Infinity/g, ':1')),
    ],
    'reads-comments': ['comments are skipped', reading((text) => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''))],
  }),
  breaking(['request-body-utf8'], {
    'reads-broken-utf-8': [
      'bytes that are not UTF-8 are taken for something else',
      (behaviour, emit) => ({
        ...behaviour,
        parseBody(text, call) {
          if (text !== undefined) return behaviour.parseBody(text, call)
          emit()
          const [model] = call.project?.models.keys() ?? []
          return { model, messages: [{ role: 'user', content: '\ufffd' }] }
        },
      }),
    ],
  }),
  breaking(['request-body-json'], {
    'reads-nothing-as-a-greeting': [
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
    ],
  }),
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
