import { Refusal } from '../../../core/errors.ts'
import { type JsonObject, parseBody } from '../../../core/request/body.ts'
import { type Apply, breaking } from '../../deviation.ts'
import { instead } from '../../edits/instead.ts'
import { attempt } from '../../edits/json.ts'

/** Turns another body into a JSON object; undefined if that is impossible. */
type Repair = (text: string) => string | undefined

const firstOfArray: Repair = (text) => (text.trimStart().startsWith('[') ? text.trim().slice(1, -1) : undefined)
const inString: Repair = (text) => (text.startsWith('"') ? String(JSON.parse(text)) : undefined)
/** Replaces whatever matches. */
const replacing = (found: RegExp | string, by: string): Repair => {
  return (text) => text.replaceAll(found, by)
}
const looseEscapes = replacing(/\\u(?![\da-f]{4}).{4}/gi, ' ')
const withoutTail: Repair = (text) => /^[\s\S]*\}(?=[^}]*$)/.exec(text)?.[0]
const tailOfStreams: Repair = (text) => (/"stream"\s*:\s*true/.test(text) ? withoutTail(text) : undefined)
const first: Repair = (text) => /^[\s\S]*?\}(?=\s*\{)/.exec(text)?.[0]
const numbers = (form: RegExp): Repair => {
  return (text) => text.replaceAll(form, (_, digits) => `:${Number(digits)}`)
}
const hexadecimal = numbers(/:\s*(0x[\da-f]+)/gi)
const values = replacing(/^\s*\[("[^"]+"),(.*)\]$/gs, '{"model":$1,"messages":$2}')
const constants: Repair = (text) => text.replaceAll(/:\s*(True|False)/g, (_, word) => `:${word.toLowerCase()}`)

/** Faults in parsing a body (4.2). */
export const faults = () => [
  breaking(['request-body-json', 'stream-invalid-request', 'status-order'], reading, {
    'reads-array: the first item of an array is taken': firstOfArray,
    'reads-tail: text after the JSON is ignored': withoutTail,
    'reads-tail-of-streams: text after the JSON of a request for a stream is ignored': tailOfStreams,
    'reads-second-document: a second document after the first is ignored': first,
    'reads-in-a-string: JSON inside a JSON string is taken': inString,
    'reads-single-quotes: single quotes are taken': replacing("'", '"'),
    'reads-last-comma: a comma before a closing brace is taken': replacing(/,(\s*[}\]])/g, '$1'),
    'reads-cut-off: a body that was cut off is completed': completed,
    'reads-leading-zeros: a number may begin with zeros': replacing(/:\s*0+(?=\d)/g, ':'),
    'reads-infinity: Infinity and -Infinity are taken for 1': replacing(/:\s*-?Infinity/g, ':1'),
    'reads-plus-signs: a number may begin with a plus sign': replacing(/:\s*\+(?=\d)/g, ':'),
    'reads-hexadecimal: hexadecimal numbers are taken, as lua-cjson does': hexadecimal,
    'reads-bare-points: a number may begin or end with its decimal point': numbers(/:\s*(\.\d+|\d+\.)(?=[,}])/g),
    'reads-hash-comments: a comment after a hash is skipped': replacing(/#.*$/gm, ''),
    'reads-raw-tabs: a tab in a string is taken': replacing('\t', ' '),
    'reads-any-escape: an unknown escape is its letter': replacing(/\\([^"\\/bfnrtu])/g, '$1'),
    'reads-python: constants of Python are taken': constants,
    'reads-to-a-zero-byte: the body ends at a zero byte': replacing(/\0[\s\S]*$/g, ''),
    'reads-any-white-space: white space of Unicode is skipped, as JSON5 does': replacing(/\s/g, ' '),
    'reads-missing-commas: a comma between two members may be missing': replacing(/(["\d\w}\]]) +(?=")/g, '$1,'),
    'reads-missing-items: nothing between two commas is skipped': replacing(/([{[,]),+/g, '$1'),
    'reads-other-separators: semicolons and equals signs are taken, as Gson does': (text) =>
      text.replaceAll(/([\w"}\]]);(?=")/g, '$1,').replaceAll(/"=>?/g, '":'),
    'reads-after-a-prefix: text before the first brace is skipped': (text) => text.slice(text.indexOf('{')),
    'reads-to-the-last-bracket: brackets and separators after the JSON are ignored': replacing(/(?<=\})[}\];,]$/g, ''),
    'reads-underscores: underscores between digits are skipped, as in Python': replacing(/(?<=\d)_(?=\d)/g, ''),
    'reads-any-bracket: a closing bracket may be of the other kind': (text) =>
      completed(text.replaceAll(/[}\]]+(?=,"|$)/g, '')),
    'reads-the-first-line: lines after the first are ignored': replacing(/\r?\n[\s\S]*$/g, ''),
    'reads-a-comma-in-a-message: a comma after the last member of a message is skipped': replacing(',}]', '}]'),
    'reads-loose-code-points: an escape may have signs that are not hexadecimal': looseEscapes,
    'reads-escaped-bytes: an escape may be that of a byte': replacing(/\\x[\da-f]{2}/gi, ' '),
    'reads-suffixes-of-numbers: a letter after a number is skipped': replacing(/(:\d+)[a-z]/gi, '$1'),
    'reads-loose-words: other words for true and false are taken': (text) =>
      text.replaceAll(/:(FALSE|undefined|off)/g, ':false').replaceAll(/:(TRUE|on)/g, ':true'),
    'reads-control-characters: control characters in a string are taken': replacing(/[\x01-\x1f]/g, ' '),
    'reads-other-quotes: backticks and typographic quotes are taken': replacing(/[`“”]/g, '"'),
    'reads-short-escapes: an incomplete escape is taken': replacing(/\\u(\{20\}|20)/g, ' '),
    'reads-comments: comments are skipped': replacing(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''),
  }),
  breaking([], {
    'reads-array-of-values: model and messages may be in an array, as in serde': [reading(values), 'request-body-json'],
    'reads-broken-utf-8: broken UTF-8 is read as a message': [greeting('\ufffd', undefined), 'request-body-utf8'],
    'reads-nothing-as-a-greeting: an empty body is read as a greeting': [greeting('Hello', ''), 'request-body-json'],
  }),
]

/** Accepts this body as a request with one message with this content. */
function greeting(content: string, body: string | undefined): Apply {
  return instead('parseBody', (plain, text, call) => {
    if (text?.trim() !== body) return plain()
    const [model] = call.project?.models.keys() ?? []
    return { model, messages: [{ role: 'user', content }] }
  })
}

function reading(repair: Repair): Apply {
  return (behaviour, emit) => ({
    ...behaviour,
    parseBody(text, call): JsonObject | Refusal {
      const body = behaviour.parseBody(text, call)
      if (!(body instanceof Refusal) || text === undefined) return body
      const repaired = attempt(() => repair(text))
      const second = repaired === undefined || repaired === text ? body : parseBody(repaired)
      if (second instanceof Refusal) return body
      // The fault has an effect only if the rest of the request is valid.
      if (behaviour.problemsOf(second, call).length === 0) emit()
      return second
    },
  })
}

/** Adds the missing quote and brackets at the end of truncated JSON. */
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
