/** The catalog and which models can be called: 2.1, 2.2, 4.1, rule 7. */

import { names } from '../../../../suites/harness/text/names.ts'
import type { Ask } from '../layer/ask.ts'
import { and, every, isChat, isModels, isStream, role, second, status, type When } from '../layer/conditions.ts'
import { error, header, list, model, respond, rewritten } from '../layer/edits.ts'
import type { Mutation } from '../layer/mutation.ts'
import { literal, refusal } from '../layer/reply.ts'
import { accepting, refusing } from '../layer/requests.ts'
import { breaking } from '../rows.ts'

const isName = (name: string): boolean => /^svc\/[a-z0-9-]+$/.test(name)

const media = (type: string | undefined, when: When): Mutation =>
  header('Content-Type', type, and(isModels, status(200), when))

/** Accepts other names for the chat model. */
const alias = (isOne: (name: string, chat: string, ask: Ask) => boolean): Mutation =>
  accepting(
    ({ model }, ask) => {
      const { chat, unavailable, foreign } = ask.world.gateway.models
      return ask.role === 'valid' && ![chat, unavailable, foreign].includes(model) && isOne(model, chat, ask)
    },
    (_body, ask) => ({ model: ask.world.gateway.models.chat }),
  )

/** A model whose id breaks the pattern cannot be called either, and it was the only model of its project. */
const CALLED = names(
  'model-listed-callable model-not-found auth-project-catalog auth-valid-key completion-json stream-started',
)

export const models = [
  ...breaking(['model-id', ...CALLED], {
    'models.id-with-underscore-in-second-project': model(({ id }) => ({ id: `${id}_b` }), second),
    'models.id-with-line-end': model(({ id }) => ({ id: `${id}\n` })),
    'models.id-with-accent': model(({ id }) => ({ id: `${id}é` })),
  }),
  ...breaking([], {
    'models.object-with-capital': [model({ object: 'Model' }), 'model-object'],
    'models.object-of-second-project': [model({ object: 'llm' }, second), 'model-object'],
    'models.created-null': [model({ created: null }), 'model-created'],
    'models.created-with-lost-fraction': [model({ created: literal('9007199254740993.5') }), 'model-created'],
    'models.owner-with-space': [model({ owned_by: 'svc ' }), 'model-owned-by'],
    'models.no-owner-of-the-first': [list(({ data }) => void delete data[0]?.owned_by), 'model-owned-by'],
    'models.extra-member-in-every-third-list': [model(({ id }) => ({ root: id }), every(3)), 'model-closed'],
  }),
  ...breaking(['list-object', 'list-data', 'list-empty', 'models-list'], {
    'models.empty-list-without-object': list({ object: undefined }, role('empty')),
    'models.bare-array': rewritten(and(isModels, status(200)), ({ data }) => data),
  }),
  ...breaking(['models-media-type'], {
    'models.media-type-of-second-project': media('application/vnd.svc+json', second),
    'models.no-media-type-of-empty-list': media(undefined, role('empty')),
  }),
  ...breaking(['models-*', 'auth-*'], {
    'models.list-of-second-project-is-203': respond(and(isModels, status(200), second), { status: 203 }),
  }),
  ...breaking(['stream-*', 'request-*', 'message-*', 'model-listed-callable', 'auth-project-catalog'], {
    'models.second-project-cannot-call-its-own': refusing(second, 404),
    'models.no-listed-model-streams': refusing(isStream, 404),
  }),
  ...breaking(['request-model-pattern', 'model-not-found', 'request-model'], {
    'models.spaces-around-a-name': alias((name, chat) => name.trim() === chat),
    'models.slash-around-a-name': alias((name, chat) => name.replace(/^\/|\/$/g, '') === chat),
    'models.any-array-for-a-name': alias((name) => Array.isArray(name)),
    'models.unknown-name-of-one-letter': alias((name) => isName(name) && name.length === 5),
    'models.unknown-name-of-gpt': alias((name) => name.startsWith('svc/gpt-')),
  }),
  ...breaking(['model-not-found', 'stream-invalid-request', 'model-not-authorized'], {
    'models.unknown-model-of-a-stream-is-400': respond(and(status(404), isStream), () => refusal(400)),
  }),
  ...breaking(['error-param-names-field'], {
    'models.unknown-model-blames-messages': error(404, { param: 'messages' }, isChat),
  }),
]
