import { breaking } from '../../deviation.ts'
import { choice, message, onEach } from '../../edits/json.ts'
import { member } from '../../edits/members.ts'

/** What can be wrong with the form of each member of a JSON completion (2.4). */
export const faults = () => [
  breaking(['completion-id'], {
    'completion-id-missing': ['id of completion is left out', onEach(member.missing('id'))],
    'completion-id-number': ['id of completion is a number', onEach(member.number('id'))],
  }),
  breaking(['completion-object'], {
    'completion-object-missing': ['object of completion is left out', onEach(member.missing('object'))],
    'completion-object-other': ['object of completion has its own value', onEach(member.other('object'))],
  }),
  breaking(['completion-created'], {
    'completion-created-missing': ['created of completion is left out', onEach(member.missing('created'))],
    'completion-created-string': ['created of completion is written as a string', onEach(member.string('created'))],
    'completion-created-negative': ['created of completion is -1', onEach(member.negative('created'))],
    'completion-created-fraction': ['created of completion has a fraction', onEach(member.fraction('created'))],
    'completion-created-beyond': ['created of completion is 9223372036854775808', onEach(member.beyond('created'))],
  }),
  breaking(['completion-model', 'completion-model-echo'], {
    'completion-model-missing': ['model of completion is left out', onEach(member.missing('model'))],
    'completion-model-number': ['model of completion is a number', onEach(member.number('model'))],
  }),
  breaking(['completion-choices'], {
    'completion-choices-missing': ['choices of completion is left out', onEach(member.missing('choices'))],
    'completion-choices-null': ['choices of completion is null', onEach(member.null('choices'))],
    'completion-choices-object': ['choices of completion is an object', onEach(member.object('choices'))],
  }),
  breaking(['choice-index'], {
    'choice-index-missing': ['index of choice is left out', onEach(member.missing('index'), choice)],
    'choice-index-string': ['index of choice is written as a string', onEach(member.string('index'), choice)],
    'choice-index-one': ['index of choice is 1', onEach(member.one('index'), choice)],
  }),
  breaking(['choice-message'], {
    'choice-message-missing': ['message of choice is left out', onEach(member.missing('message'), choice)],
    'choice-message-null': ['message of choice is null', onEach(member.null('message'), choice)],
    'choice-message-array': ['message of choice is wrapped in an array', onEach(member.array('message'), choice)],
  }),
  breaking(['choice-finish-reason'], {
    'choice-finish-reason-missing': [
      'finish_reason of choice is left out',
      onEach(member.missing('finish_reason'), choice),
    ],
    'choice-finish-reason-null': ['finish_reason of choice is null', onEach(member.null('finish_reason'), choice)],
    'choice-finish-reason-other': [
      'finish_reason of choice has its own value',
      onEach(member.other('finish_reason'), choice),
    ],
  }),
  breaking(['choice-message-role'], {
    'message-role-missing': ['role of message is left out', onEach(member.missing('role'), message)],
    'message-role-other': ['role of message has its own value', onEach(member.other('role'), message)],
  }),
  breaking(['choice-message-content'], {
    'message-content-missing': ['content of message is left out', onEach(member.missing('content'), message)],
    'message-content-null': ['content of message is null', onEach(member.null('content'), message)],
    'message-content-number': ['content of message is a number', onEach(member.number('content'), message)],
  }),
]
