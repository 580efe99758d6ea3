import { type Delivery, deliveredAs } from '../../core/http.ts'
import { type Apply, allowed } from '../deviation.ts'
import { editChunks, everyChunk } from '../edits/events.ts'
import { remembering } from '../edits/instead.ts'
import {
  all,
  choice,
  deliver,
  digits,
  editAnswer,
  editJson,
  editModels,
  type Json,
  type JsonEdit,
  message as ofChoice,
  onEach,
  replaceBody,
  replaceHeader,
} from '../edits/json.ts'
import { cutAt, everyByte } from '../edits/packets.ts'
import { either, onCompletion, onError, onList, type When } from '../edits/when.ts'

const onJson: When = either(onList, onCompletion, onError)
const inBoth = (edit: JsonEdit): Apply => all(editJson(onCompletion, edit), editChunks(everyChunk, edit))
const id = (make: (made: string) => string): Apply => inBoth((document) => (document.id = make(document.id)))
const created = (text: string): Apply => inBoth((document) => (document.created = digits(text)))
const message = (edit: JsonEdit): Apply => onEach(edit, ofChoice)
const pretty = (space: string): Apply =>
  replaceBody(onJson, (json) => `${JSON.stringify(JSON.parse(json), null, space)}\n`)
const mediaType = (type: string): Apply => replaceHeader(onJson, 'content-type', type)
const inOtherWay = (way: Delivery): Apply => deliver(onJson, way)

const IDS = '2.4, 2.7: an id is a string, its form is not shown'
const JSON_TEXT = 'RFC 8259: white space, order and escapes are free'
const OPEN = '2.2, 2.4, 2.5: not closed by the contract'
const INT = '2: integers from 0 to 9223372036854775807, which JSON may also write as 1.0'
const TYPE = 'RFC 9110: media types have parameters and no case'
const HTTP = 'RFC 9112: framing is free'

/** Ids of one character: a different one for each completion, while there are any. */
const short = remembering(() => {
  const characters = new Map<string, string>()
  return id((made) => {
    const character = characters.get(made) ?? String.fromCodePoint(0x4e00 + (characters.size % 0x5000))
    characters.set(made, character)
    return character
  })
})

/** Each list begins with another model. */
const turned = remembering(() => {
  let turns = 0
  return editJson(onList, (list) => {
    turns += 1
    const at = turns % Math.max(list.data.length, 1)
    list.data = [...list.data.slice(at), ...list.data.slice(0, at)]
  })
})

/** The forms that a JSON answer may take. */
export const variants = () => [
  allowed(IDS, {
    'id-of-one-character: completion ids are short': short,
    'id-as-uuid: completion ids are UUIDs': id(
      (made) => `00000000-0000-4000-8000-${made.replaceAll(/\W|_/g, '').slice(-12).padStart(12, '0')}`,
    ),
    'id-very-long: completion ids have 600 characters': id((made) => made.padEnd(600, '.')),
    'id-in-any-script: completion ids have spaces and characters beyond ASCII': id((made) => `№ ${made} ✓`),
    'id-with-slashes: completion ids look like paths': id((made) => `/runs/${made}?part=1#a`),
  }),
  allowed(INT, {
    'created-zero: created of answers is 0': created('0'),
    'created-at-the-bound: created of answers is 9223372036854775807': created('9223372036854775807'),
    'created-in-milliseconds: created counts milliseconds': inBoth((document) => (document.created *= 1000)),
    'created-with-point-zero: created is written as 1.0 is': created('1735689600.0'),
    'created-with-exponent: created is written with an exponent': created('1.7356896e9'),
    'index-with-point-zero: index is written as 0.0': onEach({ index: digits('0.0') }, choice),
    'model-created-zero: created of models is 0': editModels({ created: 0 }),
    'model-created-at-the-bound: created of models is 9223372036854775807': editModels({
      created: digits('9223372036854775807'),
    }),
  }),
  allowed(JSON_TEXT, {
    'json-pretty: JSON is indented and ends with a line end': pretty('  '),
    'json-with-tabs: JSON is indented with tabs': pretty('\t'),
    'json-with-white-space-around: white space stands around JSON': replaceBody(
      onJson,
      (json) => `\r\n \t${json}\r\n\r\n`,
    ),
    'json-members-turned-round: members come in reverse order': replaceBody(onJson, (json) =>
      JSON.stringify(reversed(JSON.parse(json))),
    ),
    'json-escaped: characters beyond ASCII are escaped': replaceBody(onJson, (json) =>
      json.replaceAll(/[^\0-\x7f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ),
    'json-escaped-slashes: slashes are escaped': replaceBody(onJson, (json) => json.replaceAll('/', '\\/')),
  }),
  allowed(TYPE, mediaType, {
    'json-charset: the Content-Type has a charset': 'application/json; charset=utf-8',
    'json-charset-tight: the Content-Type has a charset in capitals and no space': 'application/json;charset=UTF-8',
    'json-in-capitals: the Content-Type is written with capitals': 'Application/JSON',
  }),
  allowed(HTTP, {
    'json-in-chunks: JSON comes in HTTP chunks': inOtherWay({ framing: 'chunked' }),
    'json-until-close: JSON ends with the connection': inOtherWay({ framing: 'close' }),
    'json-byte-by-byte: JSON comes byte by byte': editAnswer(onJson, (answer) =>
      deliveredAs({ ...answer, body: cutAt(answer.body as string, everyByte) }, { framing: 'chunked' }),
    ),
  }),
  allowed(OPEN, {
    'list-with-more-members: the list has paging members': editJson(onList, (list) =>
      Object.assign(list, { has_more: false, first_id: null, last_id: null }),
    ),
    'completion-with-more-members: completions have their own members': editJson(onCompletion, (document) =>
      Object.assign(document, { system_fingerprint: 'fp', service_tier: null, metadata: { a: [1] } }),
    ),
  }),
  allowed('2.4: not closed by the contract', {
    'message-with-more-members: messages have refusal and annotations': message((one) =>
      Object.assign(one, { refusal: null, annotations: [] }),
    ),
    'json-names-again-deeper: names of members come again in other objects, and a character as two escapes':
      replaceBody(onCompletion, (json) =>
        json.replace(/^\{/, '{"x":{"id":"\\ud83c\\udf89 \\"id\\":","x":[{"id":1},{"id":2},"id","id"]},'),
      ),
  }),
  allowed('2.4: content is a string', message, {
    'content-empty: answers are empty': (one) => (one.content = ''),
    'content-of-any-kind: answers have control characters, marks and rare scripts': (one) =>
      one.content !== '' && (one.content = '\0\b\u001f\u2028\ufeff\ud83c\udf89\u200d \u05e9\u05dc\u05d5\u05dd "\\/'),
    'content-very-long: answers have 300000 characters': (one) =>
      one.content !== '' && (one.content = 'long '.repeat(60_000)),
  }),
  allowed('2.4', {
    'finish-content-filter: finish_reason is content_filter': onEach({ finish_reason: 'content_filter' }, choice),
    'finish-length: finish_reason is length': onEach({ finish_reason: 'length' }, choice),
  }),
  allowed('2.2: the order of a list is not shown', {
    'list-in-another-order-each-time: each list begins with another model': turned,
  }),
  allowed('2.4: what a limit of tokens does to the text is not shown', {
    'last-character-cut-by-the-limit: the text ends in U+FFFD where the limit falls into a character': editJson(
      onCompletion,
      (document) => {
        const [one] = document.choices
        if (one.message.content === '') return false
        one.finish_reason = 'length'
        return (one.message.content += '\ufffd')
      },
    ),
  }),
]

function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, reversed(inner)]),
  )
}
