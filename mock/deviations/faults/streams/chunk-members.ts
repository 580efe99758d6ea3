import { breaking } from '../../deviation.ts'
import { delta, inContent, inEvery, inFinal } from '../../edits/events.ts'
import { choice } from '../../edits/json.ts'
import { membersOf } from '../../edits/members.ts'

const ofChunk = membersOf('chunk', (edit) => inEvery(edit))
const ofFinal = membersOf('final chunk', (edit) => inFinal(edit))
const ofChoice = membersOf('chunk choice', (edit) => inEvery(edit, choice))
const ofContent = membersOf('content chunk', (edit) => inContent(edit, choice))
const ofFinalChoice = membersOf('final chunk', (edit) => inFinal(edit, choice))
const ofDelta = membersOf('delta', (edit) => inEvery(edit, delta))

/** Faults in the form of each member of a chunk (2.6). */
export const faults = () => [
  breaking(['chunk-id'], {
    'chunk-id-missing': ofChunk('id', 'missing'),
    'chunk-id-number': ofChunk('id', 'number'),
  }),
  breaking(['chunk-object'], {
    'chunk-object-missing': ofChunk('object', 'missing'),
    'chunk-object-other': ofChunk('object', 'other'),
    'final-chunk-object-other': ofFinal('object', 'other'),
  }),
  breaking(['chunk-created'], {
    'chunk-created-missing': ofChunk('created', 'missing'),
    'chunk-created-string': ofChunk('created', 'string'),
    'chunk-created-negative': ofChunk('created', 'negative'),
    'chunk-created-fraction': ofChunk('created', 'fraction'),
    'chunk-created-beyond': ofChunk('created', 'beyond'),
    'final-chunk-created-string': ofFinal('created', 'string'),
  }),
  breaking(['chunk-model', 'completion-model-echo'], {
    'chunk-model-missing': ofChunk('model', 'missing'),
    'chunk-model-number': ofChunk('model', 'number'),
  }),
  breaking(['chunk-choices', 'stream-final-chunk'], {
    // Without choices there is neither a text nor an end.
    'chunk-choices-missing': ofChunk('choices', 'missing'),
    'chunk-choices-null': ofChunk('choices', 'null'),
    'chunk-choices-object': ofChunk('choices', 'object'),
  }),
  breaking(['chunk-choice-index'], {
    'chunk-choice-index-missing': ofChoice('index', 'missing'),
    'chunk-choice-index-string': ofChoice('index', 'string'),
    'chunk-choice-index-one': ofChoice('index', 'one'),
  }),
  breaking(['chunk-choice-delta'], {
    'chunk-choice-delta-missing': ofChoice('delta', 'missing'),
    'chunk-choice-delta-null': ofChoice('delta', 'null'),
    'chunk-choice-delta-array': ofChoice('delta', 'array'),
  }),
  breaking(['chunk-choice-finish-reason'], {
    'content-chunk-finish-reason-missing': ofContent('finish_reason', 'missing'),
    'final-chunk-finish-reason-other': ofFinalChoice('finish_reason', 'other'),
    'final-chunk-finish-reason-capital': ofFinalChoice('finish_reason', 'capital'),
    'final-chunk-finish-reason-missing': [ofFinalChoice('finish_reason', 'missing'), 'stream-final-chunk'],
  }),
  breaking(['chunk-choice-delta', 'stream-final-delta-bare'], {
    'final-chunk-delta-missing': ofFinalChoice('delta', 'missing'),
    'final-chunk-delta-null': ofFinalChoice('delta', 'null'),
    'final-chunk-delta-array': ofFinalChoice('delta', 'array'),
  }),
  breaking(['chunk-delta-role'], {
    'delta-role-null': ofDelta('role', 'null'),
    'delta-role-other': ofDelta('role', 'other'),
    'delta-role-capital': ofDelta('role', 'capital'),
  }),
  breaking(['chunk-delta-content'], {
    'delta-content-null': ofDelta('content', 'null'),
    'delta-content-number': ofDelta('content', 'number'),
  }),
]
