import { breaking } from '../../deviation.ts'
import { choice, message, onEach } from '../../edits/json.ts'
import { membersOf } from '../../edits/members.ts'

const ofCompletion = membersOf('completion', (edit) => onEach(edit))
const ofChoice = membersOf('choice', (edit) => onEach(edit, choice))
const ofMessage = membersOf('message', (edit) => onEach(edit, message))

/** Faults in the form of each member of a JSON completion (2.4). */
export const faults = () => [
  breaking(['completion-id'], {
    'completion-id-missing': ofCompletion('id', 'missing'),
    'completion-id-number': ofCompletion('id', 'number'),
  }),
  breaking(['completion-object'], {
    'completion-object-missing': ofCompletion('object', 'missing'),
    'completion-object-other': ofCompletion('object', 'other'),
  }),
  breaking(['completion-created'], {
    'completion-created-missing': ofCompletion('created', 'missing'),
    'completion-created-string': ofCompletion('created', 'string'),
    'completion-created-negative': ofCompletion('created', 'negative'),
    'completion-created-fraction': ofCompletion('created', 'fraction'),
    'completion-created-beyond': ofCompletion('created', 'beyond'),
  }),
  breaking(['completion-model', 'completion-model-echo'], {
    'completion-model-missing': ofCompletion('model', 'missing'),
    'completion-model-number': ofCompletion('model', 'number'),
  }),
  breaking(['completion-choices'], {
    'completion-choices-missing': ofCompletion('choices', 'missing'),
    'completion-choices-null': ofCompletion('choices', 'null'),
    'completion-choices-object': ofCompletion('choices', 'object'),
  }),
  breaking(['choice-index'], {
    'choice-index-missing': ofChoice('index', 'missing'),
    'choice-index-string': ofChoice('index', 'string'),
    'choice-index-one': ofChoice('index', 'one'),
  }),
  breaking(['choice-message'], {
    'choice-message-missing': ofChoice('message', 'missing'),
    'choice-message-null': ofChoice('message', 'null'),
    'choice-message-array': ofChoice('message', 'array'),
  }),
  breaking(['choice-finish-reason'], {
    'choice-finish-reason-missing': ofChoice('finish_reason', 'missing'),
    'choice-finish-reason-null': ofChoice('finish_reason', 'null'),
    'choice-finish-reason-other': ofChoice('finish_reason', 'other'),
  }),
  breaking(['choice-message-role'], {
    'message-role-missing': ofMessage('role', 'missing'),
    'message-role-other': ofMessage('role', 'other'),
  }),
  breaking(['choice-message-content'], {
    'message-content-missing': ofMessage('content', 'missing'),
    'message-content-null': ofMessage('content', 'null'),
    'message-content-number': ofMessage('content', 'number'),
  }),
]
