import { breaking } from '../../deviation.ts'
import { type At, change, editJson, editModels, type Json, type JsonEdit, within } from '../../edits/json.ts'
import { membersOf } from '../../edits/members.ts'
import { both, ofSecondProject, onList } from '../../edits/when.ts'

const last = (list: Json): Json => list.data?.at(-1)
const inList = (edit: JsonEdit, at?: At) =>
  editJson(onList, (list) => list.data.length > 0 && change(list, within(edit, at)))
const inLast = (edit: JsonEdit) => inList(edit, last)
const ofSecond = (edit: JsonEdit) => editJson(both(onList, ofSecondProject), within(edit, last))
const withoutCreated = (model: Json): unknown => delete model.created
const withRoot = (model: Json): unknown => (model.root = model.id)
const repeating = inList(({ data }) => data.push(data[0]))
const ifEmpty = (edit: (list: Json) => unknown) => editJson(onList, (list) => list.data.length === 0 && edit(list))
const ofModel = membersOf('model', inLast)
const ofList = membersOf('list', (edit) => inList(edit))

/** Adds one wrong entry to the valid ones. No callable model has its id. */
const withEntry = (id: unknown) =>
  inList((list) => list.data.push({ id, object: 'model', created: 1, owned_by: 'svc' }))

/** Faults in the model list and its entries (2.1, 2.2). */
export const faults = () => [
  breaking(['model-id'], withEntry, {
    'model-id-missing: one listed model has no id': undefined,
    'model-id-null: one listed model has null as id': null,
    'model-id-number: one listed model has a number as id': 7,
    'model-id-bare: one listed model has an id without svc/': 'echo-2',
    'model-id-capital: one listed model has a capital in its id': 'svc/Echo-2',
    'model-id-underscore: one listed model has an underscore in its id': 'svc/echo_2',
    'model-id-dot: one listed model has a dot in its id': 'svc/echo.2',
    'model-id-empty-name: one listed model has an id that ends with the slash': 'svc/',
    'model-id-other-owner: one listed model has an id of another owner': 'openai/echo-2',
    'model-id-nested: one listed model has a second slash in its id': 'svc/echo/2',
    'model-id-space: one listed model has a space after its id': 'svc/echo-2 ',
  }),
  breaking([], {
    'model-object-missing': [ofModel('object', 'missing'), 'model-object'],
    'model-object-other': [ofModel('object', 'other'), 'model-object'],
    'list-repeats-a-model: the first model is listed twice': [repeating, 'list-ids-unique'],
    'list-object-missing': [ofList('object', 'missing'), 'list-object'],
    'list-object-other': [ofList('object', 'other'), 'list-object'],
  }),
  breaking(['model-created'], {
    'model-created-missing': ofModel('created', 'missing'),
    'model-created-string': ofModel('created', 'string'),
    'model-created-negative': ofModel('created', 'negative'),
    'model-created-fraction': ofModel('created', 'fraction'),
    'model-created-beyond': ofModel('created', 'beyond'),
    'model-created-missing-second-project: a model of the second project lacks created': ofSecond(withoutCreated),
  }),
  breaking(['model-owned-by'], {
    'model-owned-by-missing': ofModel('owned_by', 'missing'),
    'model-owned-by-other': ofModel('owned_by', 'other'),
    'model-owner-of-first-only: the first model has another owner': inList(({ data }) => (data[0].owned_by = 'system')),
  }),
  breaking(['list-data', 'model-listed-callable', 'auth-project-catalog'], {
    'list-data-missing': ofList('data', 'missing'),
    'list-data-null': ofList('data', 'null'),
    'list-data-object': ofList('data', 'object'),
  }),
  breaking(['model-closed'], {
    'model-extra-member: one listed model has an unlisted member': inLast({ context_window: 8192 }),
    'model-extra-null: every listed model has the member parent, which is null': editModels({ parent: null }),
    'model-extra-member-second-project: a model of the second project has a root': ofSecond(withRoot),
  }),
  breaking(['list-data'], {
    'list-has-null-entry: one entry of data is null': inList((list) => list.data.push(null)),
    'list-has-string-entry: one entry of data is a bare id': inList((list) => list.data.push('svc/echo-1')),
    'empty-list-is-null: an empty list has null for data': [ifEmpty((list) => (list.data = null)), 'list-empty'],
    'empty-list-lacks-data: an empty list has no data': [ifEmpty((list) => delete list.data), 'list-empty'],
  }),
]
