import { type Delivery, deliveredAs } from '../../core/http.ts'
import { allowed } from '../deviation.ts'
import { editChunks, everyChunk } from '../edits/chunks.ts'
import { remembering } from '../edits/instead.ts'
import {
  all,
  digits,
  editJson,
  editModels,
  escaped,
  inChoice,
  type Json,
  type JsonEdit,
  message as ofChoice,
  onEach,
} from '../edits/json.ts'
import { cutAt, everyByte } from '../edits/packets.ts'
import { deliver, editResponse, replaceBody, replaceHeader } from '../edits/responses.ts'
import { either, onCompletion, onError, onList, type When } from '../edits/when.ts'

const onJson: When = either(onList, onCompletion, onError)
const inBoth = (edit: JsonEdit) => all(editJson(onCompletion, edit), editChunks(everyChunk, edit))
const id = (make: (made: string) => string) => inBoth((document) => (document.id = make(document.id)))
const created = (text: string) => inBoth((document) => (document.created = digits(text)))
const message = (edit: JsonEdit) => onEach(edit, ofChoice)
const written = (write: (json: string) => string) => replaceBody(onJson, write)
const pretty = (space: string) => written((json) => `${JSON.stringify(JSON.parse(json), null, space)}\n`)
const turnedRound = (json: string): string => JSON.stringify(reversed(JSON.parse(json)))
const mediaType = (type: string) => replaceHeader(onJson, 'content-type', type)
const inOtherWay = (way: Delivery) => deliver(onJson, way)
const byteByByte = editResponse(onJson, (response) =>
  deliveredAs({ ...response, body: cutAt(response.body as string, everyByte) }, { framing: 'chunked' }),
)

/** Ids of one character: a different character for each completion, until all are used. */
const short = remembering(() => {
  const characters = new Map<string, string>()
  return id((made) => {
    const character = characters.get(made) ?? String.fromCodePoint(0x4e00 + (characters.size % 0x5000))
    characters.set(made, character)
    return character
  })
})
const tail = (made: string): string => made.replaceAll(/\W|_/g, '').slice(-12).padStart(12, '0')

/** Rotates the model list, so that each list begins with another model. */
const turned = remembering(() => {
  let turns = 0
  return editJson(onList, (list) => {
    turns += 1
    const at = turns % Math.max(list.data.length, 1)
    list.data = [...list.data.slice(at), ...list.data.slice(0, at)]
  })
})

const MAX = '9223372036854775807'
const PAGING = { has_more: false, first_id: null, last_id: null }
const MORE = { system_fingerprint: 'fp', service_tier: null, metadata: { a: [1] } }
const NAMES = '{"x":{"id":"\\ud83c\\udf89 \\"id\\":","x":[{"id":1},{"id":2},"id","id"]},'
const namesAgain = replaceBody(onCompletion, (json) => json.replace(/^\{/, NAMES))
const RARE = '\0\b\u001f\u2028\ufeff\ud83c\udf89\u200d \u05e9\u05dc\u05d5\u05dd "\\/'
const saying = (content: string) => (one: Json) => one.content !== '' && Object.assign(one, { content })
const cutInCharacter = inChoice((one) => {
  if (one.message.content === '') return false
  one.finish_reason = 'length'
  return (one.message.content += '\ufffd')
})

/** The forms that a JSON response may take. */
export const variants = () => [
  allowed('2.4, 2.7: an id is a string, its form is not specified', {
    'id-of-one-character: completion ids are short': short,
    'id-as-uuid: completion ids are UUIDs': id((made) => `00000000-0000-4000-8000-${tail(made)}`),
    'id-very-long: completion ids have 600 characters': id((made) => made.padEnd(600, '.')),
    'id-in-any-script: completion ids have spaces and characters beyond ASCII': id((made) => `№ ${made} ✓`),
    'id-with-slashes: completion ids look like paths': id((made) => `/runs/${made}?part=1#a`),
  }),
  allowed('2: integers from 0 to 9223372036854775807, which JSON may also write as 1.0', {
    'created-zero: created of responses is 0': created('0'),
    'created-at-the-bound: created of responses is 9223372036854775807': created(MAX),
    'created-in-milliseconds: created counts milliseconds': inBoth((document) => (document.created *= 1000)),
    'created-with-point-zero: created is written with .0': created('1735689600.0'),
    'created-with-exponent: created is written with an exponent': created('1.7356896e9'),
    'index-with-point-zero: index is written as 0.0': inChoice({ index: digits('0.0') }),
    'model-created-zero: created of models is 0': editModels({ created: 0 }),
    'model-created-at-the-bound: created of models is 9223372036854775807': editModels({ created: digits(MAX) }),
  }),
  allowed('RFC 8259: white space, order and escapes are free', {
    'json-pretty: JSON is indented and ends with a line end': pretty('  '),
    'json-with-tabs: JSON is indented with tabs': pretty('\t'),
    'json-with-white-space-around: white space is around JSON': written((json) => `\r\n \t${json}\r\n\r\n`),
    'json-members-turned-round: members are in reverse order': written(turnedRound),
    'json-escaped: characters beyond ASCII are escaped': written(escaped),
    'json-escaped-slashes: slashes are escaped': written((json) => json.replaceAll('/', '\\/')),
  }),
  allowed('RFC 9110: media types have parameters and no case', mediaType, {
    'json-charset: the Content-Type has a charset': 'application/json; charset=utf-8',
    'json-charset-tight: the Content-Type has a charset in capitals and no space': 'application/json;charset=UTF-8',
    'json-in-capitals: the Content-Type is written with capitals': 'Application/JSON',
  }),
  allowed('RFC 9112: framing is free', {
    'json-in-chunks: JSON is sent in HTTP chunks': inOtherWay({ framing: 'chunked' }),
    'json-until-close: JSON ends with the connection': inOtherWay({ framing: 'close' }),
    'json-byte-by-byte: JSON is sent byte by byte': byteByByte,
  }),
  allowed('2.2, 2.4, 2.5: not closed by the contract', {
    'list-with-more-members: the list has paging members': editJson(onList, PAGING),
    'completion-with-more-members: completions have their own members': editJson(onCompletion, MORE),
  }),
  allowed('2.4: not closed by the contract', {
    'message-with-more-members: messages have refusal and annotations': message({ refusal: null, annotations: [] }),
    'json-names-again-deeper: names of members are repeated in other objects, one with escapes': namesAgain,
  }),
  allowed('2.4: content is a string', message, {
    'content-empty: responses are empty': { content: '' },
    'content-of-any-kind: responses have control characters, marks and rare scripts': saying(RARE),
    'content-very-long: responses have 300000 characters': saying('long '.repeat(60_000)),
  }),
  allowed('2.4', {
    'finish-content-filter: finish_reason is content_filter': inChoice({ finish_reason: 'content_filter' }),
    'finish-length: finish_reason is length': inChoice({ finish_reason: 'length' }),
  }),
  allowed('2.2: the order of a list is not specified', {
    'list-in-another-order-each-time: each list begins with another model': turned,
  }),
  allowed('2.4: what a limit of tokens does to the text is not specified', {
    'last-character-cut-by-the-limit: the text ends in U+FFFD where the limit cuts a character': cutInCharacter,
  }),
]

function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).reverse()
  return Object.fromEntries(members.map(([name, inner]) => [name, reversed(inner)]))
}
