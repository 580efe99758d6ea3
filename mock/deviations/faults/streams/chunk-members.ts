import { type Apply, type Fault, fault } from '../../deviation.ts'
import { contentChunk, editChunks, everyChunk, finalChunk } from '../../edits/events.ts'
import type { Json, JsonEdit } from '../../edits/json.ts'
import { member } from '../../edits/members.ts'

const choice = (chunk: Json): Json => chunk.choices?.[0]
const delta = (chunk: Json): Json => choice(chunk)?.delta
const inEvery = (edit: JsonEdit): Apply => editChunks(everyChunk, edit)
const inFinal = (edit: JsonEdit): Apply => editChunks(finalChunk, edit)
const inContent = (edit: JsonEdit): Apply => editChunks(contentChunk, edit)

/** What can be wrong with the form of each member of a chunk (2.6). */
export const chunkMemberFaults = (): readonly Fault[] => [
  fault('chunk-id-missing', ['chunk-id'], 'id of chunk is left out', inEvery(member.missing('id'))),
  fault('chunk-id-number', ['chunk-id'], 'id of chunk is a number', inEvery(member.number('id'))),
  fault('chunk-object-missing', ['chunk-object'], 'object of chunk is left out', inEvery(member.missing('object'))),
  fault(
    'chunk-object-other',
    ['chunk-object'],
    'object of chunk has a value of its own',
    inEvery(member.other('object')),
  ),
  fault('chunk-created-missing', ['chunk-created'], 'created of chunk is left out', inEvery(member.missing('created'))),
  fault(
    'chunk-created-string',
    ['chunk-created'],
    'created of chunk is written as a string',
    inEvery(member.string('created')),
  ),
  fault('chunk-created-negative', ['chunk-created'], 'created of chunk is -1', inEvery(member.negative('created'))),
  fault(
    'chunk-created-fraction',
    ['chunk-created'],
    'created of chunk has a fraction',
    inEvery(member.fraction('created')),
  ),
  fault(
    'chunk-created-beyond',
    ['chunk-created'],
    'created of chunk is 9223372036854775808',
    inEvery(member.beyond('created')),
  ),
  fault(
    'chunk-model-missing',
    ['chunk-model', 'completion-model-echo'],
    'model of chunk is left out',
    inEvery(member.missing('model')),
  ),
  fault(
    'chunk-model-number',
    ['chunk-model', 'completion-model-echo'],
    'model of chunk is a number',
    inEvery(member.number('model')),
  ),
  // Without choices there is neither text nor an end to be found.
  fault(
    'chunk-choices-missing',
    ['chunk-choices', 'stream-final-chunk'],
    'choices of chunk is left out',
    inEvery(member.missing('choices')),
  ),
  fault(
    'chunk-choices-null',
    ['chunk-choices', 'stream-final-chunk'],
    'choices of chunk is null',
    inEvery(member.null('choices')),
  ),
  fault(
    'chunk-choices-object',
    ['chunk-choices', 'stream-final-chunk'],
    'choices of chunk is an object',
    inEvery(member.object('choices')),
  ),
  fault(
    'chunk-choice-index-missing',
    ['chunk-choice-index'],
    'index of chunk choice is left out',
    inEvery(member.missing('index', choice)),
  ),
  fault(
    'chunk-choice-index-string',
    ['chunk-choice-index'],
    'index of chunk choice is written as a string',
    inEvery(member.string('index', choice)),
  ),
  fault(
    'chunk-choice-index-one',
    ['chunk-choice-index'],
    'index of chunk choice is 1',
    inEvery(member.one('index', choice)),
  ),
  fault(
    'chunk-choice-delta-missing',
    ['chunk-choice-delta'],
    'delta of chunk choice is left out',
    inEvery(member.missing('delta', choice)),
  ),
  fault(
    'chunk-choice-delta-null',
    ['chunk-choice-delta'],
    'delta of chunk choice is null',
    inEvery(member.null('delta', choice)),
  ),
  fault(
    'chunk-choice-delta-array',
    ['chunk-choice-delta'],
    'delta of chunk choice is wrapped in an array',
    inEvery(member.array('delta', choice)),
  ),
  fault(
    'content-chunk-finish-reason-missing',
    ['chunk-choice-finish-reason'],
    'finish_reason of content chunk is left out',
    inContent(member.missing('finish_reason', choice)),
  ),
  fault(
    'final-chunk-object-other',
    ['chunk-object'],
    'object of final chunk has a value of its own',
    inFinal(member.other('object')),
  ),
  fault(
    'final-chunk-created-string',
    ['chunk-created'],
    'created of final chunk is written as a string',
    inFinal(member.string('created')),
  ),
  fault(
    'final-chunk-delta-missing',
    ['chunk-choice-delta', 'stream-final-delta-bare'],
    'delta of final chunk is left out',
    inFinal(member.missing('delta', choice)),
  ),
  fault(
    'final-chunk-delta-null',
    ['chunk-choice-delta', 'stream-final-delta-bare'],
    'delta of final chunk is null',
    inFinal(member.null('delta', choice)),
  ),
  fault(
    'final-chunk-delta-array',
    ['chunk-choice-delta', 'stream-final-delta-bare'],
    'delta of final chunk is wrapped in an array',
    inFinal(member.array('delta', choice)),
  ),
  fault(
    'final-chunk-finish-reason-other',
    ['chunk-choice-finish-reason'],
    'finish_reason of final chunk has a value of its own',
    inFinal(member.other('finish_reason', choice)),
  ),
  fault(
    'final-chunk-finish-reason-capital',
    ['chunk-choice-finish-reason'],
    'finish_reason of final chunk is written with a capital',
    inFinal(member.capital('finish_reason', choice)),
  ),
  fault(
    'final-chunk-finish-reason-missing',
    ['chunk-choice-finish-reason', 'stream-final-chunk'],
    'finish_reason of final chunk is left out',
    inFinal(member.missing('finish_reason', choice)),
  ),
  fault('delta-role-null', ['chunk-delta-role'], 'role of delta is null', inEvery(member.null('role', delta))),
  fault(
    'delta-role-other',
    ['chunk-delta-role'],
    'role of delta has a value of its own',
    inEvery(member.other('role', delta)),
  ),
  fault(
    'delta-role-capital',
    ['chunk-delta-role'],
    'role of delta is written with a capital',
    inEvery(member.capital('role', delta)),
  ),
  fault(
    'delta-content-null',
    ['chunk-delta-content'],
    'content of delta is null',
    inEvery(member.null('content', delta)),
  ),
  fault(
    'delta-content-number',
    ['chunk-delta-content'],
    'content of delta is a number',
    inEvery(member.number('content', delta)),
  ),
]
