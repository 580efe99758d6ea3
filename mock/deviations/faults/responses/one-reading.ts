import { breaking } from '../../deviation.ts'
import { editChunks, finalChunk } from '../../edits/chunks.ts'
import { editEvents } from '../../edits/events.ts'
import { editErrors, onEach } from '../../edits/json.ts'
import { replaceBody } from '../../edits/responses.ts'
import { onCompletion, onList, onOperationError, type When } from '../../edits/when.ts'

const marked = (when: When) => replaceBody(when, (json) => `\ufeff${json}`)
/** Inserts a wrong duplicate before a member. Most readers do not notice it, because they use the last duplicate. */
const before = (when: When, member: string, text: string) =>
  replaceBody(when, (json) => json.replace(member, `${text},${member}`))
const contentTwice = before(onCompletion, '"content":', '"content":"another text"')
const codeTwice = before(onOperationError, '"code":', '"\\u0063ode":""')
const finishedTwice = (event: string): string =>
  event.replace('"finish_reason":', '"finish_reason":"stop","finish_reason":')
const halfMessage = editErrors(onOperationError, (error) => (error.message += '\ud83d'))
const halfName = editChunks(finalChunk, (chunk) => (chunk['x-\ud800'] = true))

/** JSON that different readers interpret differently (RFC 8259). */
export const faults = () => [
  breaking(['json-read-alike'], {
    'json-list-marked: a byte order mark is before the model list': marked(onList),
    'json-completion-marked: a byte order mark is before a completion': marked(onCompletion),
    'json-error-marked: a byte order mark is before an error': marked(onOperationError),
    'json-list-member-twice: a list has data twice': before(onList, '"data":', '"data":[]'),
    'json-completion-member-twice: the content of a completion is given twice': contentTwice,
    'json-error-member-twice: the code of an error is given twice, once with an escape in its name': codeTwice,
    'json-chunk-member-twice: each chunk has finish_reason twice': editEvents((events) => events.map(finishedTwice)),
    'json-error-half-character: the message of an error ends in half a character': halfMessage,
    'json-id-half-character: the id of a completion ends in half a character': onEach((it) => (it.id += '\udc00')),
    'json-chunk-half-character: a name in the final chunk has half a character': halfName,
  }),
]
