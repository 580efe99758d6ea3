import { type Apply, type Fault, fault } from '../../deviation.ts'
import { editJson, type Json, type JsonEdit } from '../../edits/json.ts'
import { member } from '../../edits/members.ts'
import { onCompletion } from '../../edits/when.ts'

const choice = (document: Json): Json => document.choices?.[0]
const message = (document: Json): Json => choice(document)?.message
const onEach = (edit: JsonEdit): Apply => editJson(onCompletion, edit)

/** What can be wrong with the form of each member of a JSON completion (2.4). */
export const completionMemberFaults = (): readonly Fault[] => [
  fault('completion-id-missing', ['completion-id'], 'id of completion is left out', onEach(member.missing('id'))),
  fault('completion-id-number', ['completion-id'], 'id of completion is a number', onEach(member.number('id'))),
  fault(
    'completion-object-missing',
    ['completion-object'],
    'object of completion is left out',
    onEach(member.missing('object')),
  ),
  fault(
    'completion-object-other',
    ['completion-object'],
    'object of completion has a value of its own',
    onEach(member.other('object')),
  ),
  fault(
    'completion-created-missing',
    ['completion-created'],
    'created of completion is left out',
    onEach(member.missing('created')),
  ),
  fault(
    'completion-created-string',
    ['completion-created'],
    'created of completion is written as a string',
    onEach(member.string('created')),
  ),
  fault(
    'completion-created-negative',
    ['completion-created'],
    'created of completion is -1',
    onEach(member.negative('created')),
  ),
  fault(
    'completion-created-fraction',
    ['completion-created'],
    'created of completion has a fraction',
    onEach(member.fraction('created')),
  ),
  fault(
    'completion-created-beyond',
    ['completion-created'],
    'created of completion is 9223372036854775808',
    onEach(member.beyond('created')),
  ),
  fault(
    'completion-model-missing',
    ['completion-model', 'completion-model-echo'],
    'model of completion is left out',
    onEach(member.missing('model')),
  ),
  fault(
    'completion-model-number',
    ['completion-model', 'completion-model-echo'],
    'model of completion is a number',
    onEach(member.number('model')),
  ),
  fault(
    'completion-choices-missing',
    ['completion-choices'],
    'choices of completion is left out',
    onEach(member.missing('choices')),
  ),
  fault(
    'completion-choices-null',
    ['completion-choices'],
    'choices of completion is null',
    onEach(member.null('choices')),
  ),
  fault(
    'completion-choices-object',
    ['completion-choices'],
    'choices of completion is an object',
    onEach(member.object('choices')),
  ),
  fault(
    'choice-index-missing',
    ['choice-index'],
    'index of choice is left out',
    onEach(member.missing('index', choice)),
  ),
  fault(
    'choice-index-string',
    ['choice-index'],
    'index of choice is written as a string',
    onEach(member.string('index', choice)),
  ),
  fault('choice-index-one', ['choice-index'], 'index of choice is 1', onEach(member.one('index', choice))),
  fault(
    'choice-message-missing',
    ['choice-message'],
    'message of choice is left out',
    onEach(member.missing('message', choice)),
  ),
  fault('choice-message-null', ['choice-message'], 'message of choice is null', onEach(member.null('message', choice))),
  fault(
    'choice-message-array',
    ['choice-message'],
    'message of choice is wrapped in an array',
    onEach(member.array('message', choice)),
  ),
  fault(
    'choice-finish-reason-missing',
    ['choice-finish-reason'],
    'finish_reason of choice is left out',
    onEach(member.missing('finish_reason', choice)),
  ),
  fault(
    'choice-finish-reason-null',
    ['choice-finish-reason'],
    'finish_reason of choice is null',
    onEach(member.null('finish_reason', choice)),
  ),
  fault(
    'choice-finish-reason-other',
    ['choice-finish-reason'],
    'finish_reason of choice has a value of its own',
    onEach(member.other('finish_reason', choice)),
  ),
  fault(
    'message-role-missing',
    ['choice-message-role'],
    'role of message is left out',
    onEach(member.missing('role', message)),
  ),
  fault(
    'message-role-other',
    ['choice-message-role'],
    'role of message has a value of its own',
    onEach(member.other('role', message)),
  ),
  fault(
    'message-content-missing',
    ['choice-message-content'],
    'content of message is left out',
    onEach(member.missing('content', message)),
  ),
  fault(
    'message-content-number',
    ['choice-message-content'],
    'content of message is a number',
    onEach(member.number('content', message)),
  ),
]
