import { breaking } from '../../deviation.ts'
import { delta, inContent, inEvery, inFinal } from '../../edits/events.ts'
import { choice } from '../../edits/json.ts'
import { member } from '../../edits/members.ts'

/** What can be wrong with the form of each member of a chunk (2.6). */
export const faults = () => [
  breaking(['chunk-id'], {
    'chunk-id-missing': ['id of chunk is left out', inEvery(member.missing('id'))],
    'chunk-id-number': ['id of chunk is a number', inEvery(member.number('id'))],
  }),
  breaking(['chunk-object'], {
    'chunk-object-missing': ['object of chunk is left out', inEvery(member.missing('object'))],
    'chunk-object-other': ['object of chunk has its own value', inEvery(member.other('object'))],
    'final-chunk-object-other': ['object of final chunk has its own value', inFinal(member.other('object'))],
  }),
  breaking(['chunk-created'], {
    'chunk-created-missing': ['created of chunk is left out', inEvery(member.missing('created'))],
    'chunk-created-string': ['created of chunk is written as a string', inEvery(member.string('created'))],
    'chunk-created-negative': ['created of chunk is -1', inEvery(member.negative('created'))],
    'chunk-created-fraction': ['created of chunk has a fraction', inEvery(member.fraction('created'))],
    'chunk-created-beyond': ['created of chunk is 9223372036854775808', inEvery(member.beyond('created'))],
    'final-chunk-created-string': ['created of final chunk is written as a string', inFinal(member.string('created'))],
  }),
  breaking(['chunk-model', 'completion-model-echo'], {
    'chunk-model-missing': ['model of chunk is left out', inEvery(member.missing('model'))],
    'chunk-model-number': ['model of chunk is a number', inEvery(member.number('model'))],
  }),
  breaking(['chunk-choices', 'stream-final-chunk'], {
    // Without choices there is neither text nor an end to be found.
    'chunk-choices-missing': ['choices of chunk is left out', inEvery(member.missing('choices'))],
    'chunk-choices-null': ['choices of chunk is null', inEvery(member.null('choices'))],
    'chunk-choices-object': ['choices of chunk is an object', inEvery(member.object('choices'))],
  }),
  breaking(['chunk-choice-index'], {
    'chunk-choice-index-missing': ['index of chunk choice is left out', inEvery(member.missing('index'), choice)],
    'chunk-choice-index-string': [
      'index of chunk choice is written as a string',
      inEvery(member.string('index'), choice),
    ],
    'chunk-choice-index-one': ['index of chunk choice is 1', inEvery(member.one('index'), choice)],
  }),
  breaking(['chunk-choice-delta'], {
    'chunk-choice-delta-missing': ['delta of chunk choice is left out', inEvery(member.missing('delta'), choice)],
    'chunk-choice-delta-null': ['delta of chunk choice is null', inEvery(member.null('delta'), choice)],
    'chunk-choice-delta-array': [
      'delta of chunk choice is wrapped in an array',
      inEvery(member.array('delta'), choice),
    ],
  }),
  breaking(['chunk-choice-finish-reason'], {
    'content-chunk-finish-reason-missing': [
      'finish_reason of content chunk is left out',
      inContent(member.missing('finish_reason'), choice),
    ],
    'final-chunk-finish-reason-other': [
      'finish_reason of final chunk has its own value',
      inFinal(member.other('finish_reason'), choice),
    ],
    'final-chunk-finish-reason-capital': [
      'finish_reason of final chunk is written with a capital',
      inFinal(member.capital('finish_reason'), choice),
    ],
    'final-chunk-finish-reason-missing': [
      'finish_reason of final chunk is left out',
      inFinal(member.missing('finish_reason'), choice),
      'stream-final-chunk',
    ],
  }),
  breaking(['chunk-choice-delta', 'stream-final-delta-bare'], {
    'final-chunk-delta-missing': ['delta of final chunk is left out', inFinal(member.missing('delta'), choice)],
    'final-chunk-delta-null': ['delta of final chunk is null', inFinal(member.null('delta'), choice)],
    'final-chunk-delta-array': ['delta of final chunk is wrapped in an array', inFinal(member.array('delta'), choice)],
  }),
  breaking(['chunk-delta-role'], {
    'delta-role-null': ['role of delta is null', inEvery(member.null('role'), delta)],
    'delta-role-other': ['role of delta has its own value', inEvery(member.other('role'), delta)],
    'delta-role-capital': ['role of delta is written with a capital', inEvery(member.capital('role'), delta)],
  }),
  breaking(['chunk-delta-content'], {
    'delta-content-null': ['content of delta is null', inEvery(member.null('content'), delta)],
    'delta-content-number': ['content of delta is a number', inEvery(member.number('content'), delta)],
  }),
]
