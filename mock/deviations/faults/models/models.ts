import type { Apply, Fault } from '../../deviation.ts'
import { editJson, editModels, type Json, type JsonEdit } from '../../edits/json.ts'
import { both, ofSecondProject, onList } from '../../edits/when.ts'
import { memberFaults } from '../families.ts'

const last = (list: Json): Json => list.data?.at(-1)
const onFilledList = (edit: JsonEdit): Apply => editJson(onList, (list) => list.data.length > 0 && edit(list))

/** An entry that stands beside the good ones, so that nothing but itself is wrong. */
function entryWith(id: unknown): Apply {
  return onFilledList((list) =>
    list.data.push({ ...(id === undefined ? {} : { id }), object: 'model', created: 1, owned_by: 'svc' }),
  )
}

/** Ids that are none, by what is odd about them. A callable model of the same id stands nowhere. */
const ODD_IDS: [name: string, id: unknown, shows: string][] = [
  ['missing', undefined, 'has no id'],
  ['null', null, 'has null as id'],
  ['number', 7, 'has a number as id'],
  ['bare', 'echo-2', 'has an id without svc/'],
  ['capital', 'svc/Echo-2', 'has a capital in its id'],
  ['underscore', 'svc/echo_2', 'has an underscore in its id'],
  ['dot', 'svc/echo.2', 'has a dot in its id'],
  ['empty-name', 'svc/', 'has an id that ends with the slash'],
  ['other-owner', 'openai/echo-2', 'has an id of another owner'],
  ['nested', 'svc/echo/2', 'has a second slash in its id'],
  ['space', 'svc/echo-2 ', 'has a space after its id'],
]

/** What the model list and its entries can get wrong (2.1, 2.2). */
export const modelFaults = (): readonly Fault[] => [
  ...ODD_IDS.map(
    ([name, id, shows]): Fault => ({
      name: `model-id-${name}`,
      breaks: ['model-id'],
      shows: `one listed model ${shows}`,
      apply: entryWith(id),
    }),
  ),
  ...memberFaults(
    'model',
    [
      { name: 'object', kind: 'constant', breaks: ['model-object'], owner: last },
      { name: 'created', kind: 'integer', breaks: ['model-created'], owner: last },
      { name: 'owned_by', kind: 'constant', breaks: ['model-owned-by'], owner: last },
    ],
    onFilledList,
  ),
  ...memberFaults(
    'list',
    [{ name: 'object', kind: 'constant', breaks: ['list-object'], owner: (list) => list }],
    onFilledList,
  ),
  ...memberFaults(
    'list',
    [
      {
        name: 'data',
        kind: 'array',
        breaks: ['list-data', 'model-listed-callable', 'auth-project-catalog'],
        owner: (list) => list,
      },
    ],
    onFilledList,
  ),
  {
    name: 'model-extra-member',
    breaks: ['model-closed'],
    shows: 'one listed model has a member that the contract does not name',
    apply: onFilledList((list) => (last(list).context_window = 8192)),
  },
  {
    name: 'model-extra-null',
    breaks: ['model-closed'],
    shows: 'every listed model has the member parent, which is null',
    apply: editModels((model) => (model.parent = null)),
  },
  {
    name: 'model-extra-member-second-project',
    breaks: ['model-closed'],
    shows: 'the models of the second project have one member too many',
    apply: editJson(both(onList, ofSecondProject), (list) => (last(list).root = last(list).id)),
  },
  {
    name: 'model-created-missing-second-project',
    breaks: ['model-created'],
    shows: 'a model of the second project has no created',
    apply: editJson(both(onList, ofSecondProject), (list) => delete last(list).created),
  },
  {
    name: 'model-owner-of-first-only',
    breaks: ['model-owned-by'],
    shows: 'the first listed model is owned by somebody else',
    apply: onFilledList((list) => (list.data[0].owned_by = 'system')),
  },
  {
    name: 'list-has-null-entry',
    breaks: ['list-data'],
    shows: 'one entry of data is null',
    apply: onFilledList((list) => list.data.push(null)),
  },
  {
    name: 'list-has-string-entry',
    breaks: ['list-data'],
    shows: 'one entry of data is a bare id',
    apply: onFilledList((list) => list.data.push('svc/echo-1')),
  },
  {
    name: 'list-repeats-a-model',
    breaks: ['list-ids-unique'],
    shows: 'the first model is listed twice',
    apply: onFilledList((list) => list.data.push(list.data[0])),
  },
  {
    name: 'empty-list-is-null',
    breaks: ['list-data', 'list-empty'],
    shows: 'a project without models gets null for data',
    apply: editJson(onList, (list) => list.data.length === 0 && (list.data = null)),
  },
  {
    name: 'empty-list-lacks-data',
    breaks: ['list-data', 'list-empty'],
    shows: 'a project without models gets a list without data',
    apply: editJson(onList, (list) => list.data.length === 0 && delete list.data),
  },
]
