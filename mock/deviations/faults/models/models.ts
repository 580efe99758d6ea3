import { type Apply, type Fault, fault } from '../../deviation.ts'
import { editJson, editModels, type Json, type JsonEdit } from '../../edits/json.ts'
import { member } from '../../edits/members.ts'
import { both, ofSecondProject, onList } from '../../edits/when.ts'

const last = (list: Json): Json => list.data?.at(-1)
const inList = (edit: JsonEdit): Apply => editJson(onList, (list) => list.data.length > 0 && edit(list))

/** Adds an entry to the right ones, so that nothing but itself is wrong. No callable model has its id. */
function withEntry(id: unknown): Apply {
  return inList((list) =>
    list.data.push({ ...(id === undefined ? {} : { id }), object: 'model', created: 1, owned_by: 'svc' }),
  )
}

/** What can be wrong with the model list and its entries (2.1, 2.2). */
export const modelFaults = (): readonly Fault[] => [
  fault('model-id-missing', ['model-id'], 'one listed model has no id', withEntry(undefined)),
  fault('model-id-null', ['model-id'], 'one listed model has null as id', withEntry(null)),
  fault('model-id-number', ['model-id'], 'one listed model has a number as id', withEntry(7)),
  fault('model-id-bare', ['model-id'], 'one listed model has an id without svc/', withEntry('echo-2')),
  fault('model-id-capital', ['model-id'], 'one listed model has a capital in its id', withEntry('svc/Echo-2')),
  fault('model-id-underscore', ['model-id'], 'one listed model has an underscore in its id', withEntry('svc/echo_2')),
  fault('model-id-dot', ['model-id'], 'one listed model has a dot in its id', withEntry('svc/echo.2')),
  fault('model-id-empty-name', ['model-id'], 'one listed model has an id that ends with the slash', withEntry('svc/')),
  fault(
    'model-id-other-owner',
    ['model-id'],
    'one listed model has an id of another owner',
    withEntry('openai/echo-2'),
  ),
  fault('model-id-nested', ['model-id'], 'one listed model has a second slash in its id', withEntry('svc/echo/2')),
  fault('model-id-space', ['model-id'], 'one listed model has a space after its id', withEntry('svc/echo-2 ')),
  fault(
    'model-object-missing',
    ['model-object'],
    'object of model is left out',
    inList(member.missing('object', last)),
  ),
  fault(
    'model-object-other',
    ['model-object'],
    'object of model has a value of its own',
    inList(member.other('object', last)),
  ),
  fault(
    'model-created-missing',
    ['model-created'],
    'created of model is left out',
    inList(member.missing('created', last)),
  ),
  fault(
    'model-created-string',
    ['model-created'],
    'created of model is written as a string',
    inList(member.string('created', last)),
  ),
  fault(
    'model-created-negative',
    ['model-created'],
    'created of model is -1',
    inList(member.negative('created', last)),
  ),
  fault(
    'model-created-fraction',
    ['model-created'],
    'created of model has a fraction',
    inList(member.fraction('created', last)),
  ),
  fault(
    'model-created-beyond',
    ['model-created'],
    'created of model is 9223372036854775808',
    inList(member.beyond('created', last)),
  ),
  fault(
    'model-owned-by-missing',
    ['model-owned-by'],
    'owned_by of model is left out',
    inList(member.missing('owned_by', last)),
  ),
  fault(
    'model-owned-by-other',
    ['model-owned-by'],
    'owned_by of model has a value of its own',
    inList(member.other('owned_by', last)),
  ),
  fault('list-object-missing', ['list-object'], 'object of list is left out', inList(member.missing('object'))),
  fault('list-object-other', ['list-object'], 'object of list has a value of its own', inList(member.other('object'))),
  fault(
    'list-data-missing',
    ['list-data', 'model-listed-callable', 'auth-project-catalog'],
    'data of list is left out',
    inList(member.missing('data')),
  ),
  fault(
    'list-data-null',
    ['list-data', 'model-listed-callable', 'auth-project-catalog'],
    'data of list is null',
    inList(member.null('data')),
  ),
  fault(
    'list-data-object',
    ['list-data', 'model-listed-callable', 'auth-project-catalog'],
    'data of list is an object',
    inList(member.object('data')),
  ),
  fault(
    'model-extra-member',
    ['model-closed'],
    'one listed model has a member that the contract does not name',
    inList((list) => (last(list).context_window = 8192)),
  ),
  fault(
    'model-extra-null',
    ['model-closed'],
    'every listed model has the member parent, which is null',
    editModels((model) => (model.parent = null)),
  ),
  fault(
    'model-extra-member-second-project',
    ['model-closed'],
    'the models of the second project have one member too many',
    editJson(both(onList, ofSecondProject), (list) => (last(list).root = last(list).id)),
  ),
  fault(
    'model-created-missing-second-project',
    ['model-created'],
    'a model of the second project has no created',
    editJson(both(onList, ofSecondProject), (list) => delete last(list).created),
  ),
  fault(
    'model-owner-of-first-only',
    ['model-owned-by'],
    'the first listed model is owned by somebody else',
    inList((list) => (list.data[0].owned_by = 'system')),
  ),
  fault(
    'list-has-null-entry',
    ['list-data'],
    'one entry of data is null',
    inList((list) => list.data.push(null)),
  ),
  fault(
    'list-has-string-entry',
    ['list-data'],
    'one entry of data is a bare id',
    inList((list) => list.data.push('svc/echo-1')),
  ),
  fault(
    'list-repeats-a-model',
    ['list-ids-unique'],
    'the first model is listed twice',
    inList((list) => list.data.push(list.data[0])),
  ),
  fault(
    'empty-list-is-null',
    ['list-data', 'list-empty'],
    'a project without models gets null for data',
    editJson(onList, (list) => list.data.length === 0 && (list.data = null)),
  ),
  fault(
    'empty-list-lacks-data',
    ['list-data', 'list-empty'],
    'a project without models gets a list without data',
    editJson(onList, (list) => list.data.length === 0 && delete list.data),
  ),
]
