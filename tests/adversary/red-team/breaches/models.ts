/** The catalog and which models can be called: 2.1, 2.2, 4.1, rule 7. */
import { type Ask, count, isChat, isModels, isStream, setHeader } from '../layer/ask.ts'
import { accepting, answer, failure, list, type Mutation, model, refusing } from '../layer/mutation.ts'
import { literal, refusal } from '../layer/reply.ts'
import { musts, shoulds } from './breach.ts'

const ofSecond = (ask: Ask): boolean => ask.role === 'second'

/** Takes other names for the chat model. */
const alias = (isOne: (name: string, chat: string, ask: Ask) => boolean): Mutation => ({
  ask(ask) {
    const chat = ask.world.gateway.models.chat
    if (ask.role !== 'valid' || !isChat(ask) || typeof ask.json?.model !== 'string' || ask.json.model === chat)
      return undefined
    if (isOne(ask.json.model, chat, ask)) ask.body = Buffer.from(JSON.stringify({ ...ask.json, model: chat }))
    return undefined
  },
})

const wellFormed = (name: string, ask: Ask): boolean =>
  /^svc\/[a-z0-9-]+$/.test(name) &&
  name !== ask.world.gateway.models.unavailable &&
  name !== ask.world.gateway.models.foreign

const pattern = 'request-model-pattern model-not-found request-model'
const unknown = (status: number, when: (ask: Ask) => boolean = () => true): Mutation =>
  answer(
    404,
    (reply) => Object.assign(reply, refusal(status)),
    (ask) => isChat(ask) && when(ask),
  )

export const models = [
  ...musts(
    [
      'model-id-upper',
      '2.1 id: an upper-case letter in the last name',
      'model-id',
      model((m) => {
        m.id += '-X'
      }),
    ],
    [
      'model-id-dot',
      '2.1 id: a dot in a name',
      'model-id',
      model((m) => {
        m.id += '.1'
      }),
    ],
    [
      'model-id-underscore-second',
      '2.1 id: an underscore, second project only',
      'model-id auth-project-catalog model-listed-callable',
      model(
        (m) => {
          m.id += '_b'
        },
        -1,
        ofSecond,
      ),
    ],
    [
      'model-id-bare',
      '2.1 id: without svc/',
      'model-id',
      model((m) => {
        m.id = m.id.slice(4)
      }),
    ],
    [
      'model-id-newline',
      '2.1 id: a line end after the name',
      'model-id',
      model((m) => {
        m.id += '\n'
      }),
    ],
    [
      'model-id-empty-name',
      '2.1 id: svc/ and nothing else',
      'model-id model-listed-callable list-empty',
      list((b) => {
        b.data.push({ id: 'svc/', object: 'model', created: 1, owned_by: 'svc' })
      }),
    ],
    [
      'model-id-accent',
      '2.1 id: a letter beyond a-z',
      'model-id',
      model((m) => {
        m.id += 'é'
      }),
    ],
    [
      'model-id-number',
      '2.1 id: a number',
      'model-id',
      model((m) => {
        m.id = 7
      }),
    ],
    [
      'model-object-case',
      '2.1 object: Model',
      'model-object',
      model((m) => {
        m.object = 'Model'
      }),
    ],
    [
      'model-object-second',
      '2.1 object: another word, second project only',
      'model-object',
      model(
        (m) => {
          m.object = 'llm'
        },
        -1,
        ofSecond,
      ),
    ],
    [
      'model-created-string',
      '2.1 created: a date text in the last',
      'model-created',
      model((m) => {
        m.created = '2026-01-01T00:00:00Z'
      }),
    ],
    [
      'model-created-digits',
      '2.1 created: digits in a string',
      'model-created',
      model((m) => {
        m.created = String(m.created)
      }),
    ],
    [
      'model-created-fraction',
      '2.1 created: a fraction of a second',
      'model-created',
      model((m) => {
        m.created = 1700000000.25
      }),
    ],
    [
      'model-created-minus',
      '2.1 created: -1',
      'model-created',
      model((m) => {
        m.created = -1
      }),
    ],
    [
      'model-created-2-63',
      '2.1 created: one above int64',
      'model-created',
      model((m) => {
        m.created = literal('9223372036854775808')
      }),
    ],
    [
      'model-created-tiny-fraction',
      '2.1 created: a fraction that a double loses',
      'model-created',
      model((m) => {
        m.created = literal('9007199254740993.5')
      }),
    ],
    [
      'model-created-null',
      '2.1 created: null',
      'model-created',
      model((m) => {
        m.created = null
      }),
    ],
    [
      'model-created-missing-second',
      '2.1 created: missing, second project only',
      'model-created',
      model(
        (m) => {
          delete m.created
        },
        -1,
        ofSecond,
      ),
    ],
    [
      'model-owner',
      '2.1 owned_by: organization',
      'model-owned-by',
      model((m) => {
        m.owned_by = 'organization'
      }),
    ],
    [
      'model-owner-space',
      '2.1 owned_by: a space after svc',
      'model-owned-by',
      model((m) => {
        m.owned_by = 'svc '
      }),
    ],
    [
      'model-owner-missing',
      '2.1 owned_by: missing in the first',
      'model-owned-by',
      model((m) => {
        delete m.owned_by
      }, 0),
    ],
    [
      'model-extra-null',
      '2.1 no additional fields: parent null',
      'model-closed',
      model((m) => {
        m.parent = null
      }),
    ],
    [
      'model-extra-second',
      '2.1: permission [], second project only',
      'model-closed',
      model(
        (m) => {
          m.permission = []
        },
        -1,
        ofSecond,
      ),
    ],
    [
      'model-extra-third-call',
      '2.1: an extra field in every third list',
      'model-closed',
      model(
        (m) => {
          m.root = m.id
        },
        -1,
        (ask) => count(ask, 'lists') % 3 === 0,
      ),
    ],
    [
      'model-null-item',
      '2.2 array of Model: a null at the end',
      'list-data model-*',
      list((b) => {
        b.data.push(null)
      }),
    ],
    [
      'model-names-only',
      '2.2 array of Model: bare names',
      'list-data model-*',
      list((b) => {
        b.data = b.data.map((m: { id: string }) => m.id)
      }),
    ],
    [
      'list-object',
      '2.2 object: models',
      'list-object',
      list((b) => {
        b.object = 'models'
      }),
    ],
    [
      'list-object-empty',
      '2.2 object: missing when the list is empty',
      'list-object list-empty',
      list(
        (b) => {
          delete b.object
        },
        (ask) => ask.role === 'empty',
      ),
    ],
    ['list-bare', '2.2: the array alone', 'list-object list-data models-list', list((b) => b.data)],
    [
      'list-map',
      '2.2 data: an object by id',
      'list-data',
      list((b) => {
        b.data = Object.fromEntries(b.data.map((m: { id: string }) => [m.id, m]))
      }),
    ],
    [
      'list-media-text',
      '4.1: text/json',
      'models-media-type',
      answer(200, (reply) => setHeader(reply, 'Content-Type', 'text/json'), isModels),
    ],
    [
      'list-media-problem',
      '4.1: application/vnd.svc+json, second key only',
      'models-media-type',
      answer(
        200,
        (reply) => setHeader(reply, 'Content-Type', 'application/vnd.svc+json'),
        (ask) => isModels(ask) && ofSecond(ask),
      ),
    ],
    [
      'list-media-empty',
      '4.1: no Content-Type when empty',
      'models-media-type',
      answer(
        200,
        (reply) => setHeader(reply, 'Content-Type', undefined),
        (ask) => isModels(ask) && ask.role === 'empty',
      ),
    ],
    [
      'list-206',
      '4.1: 206 for the list',
      'models-list models-statuses auth-valid-key list-empty version-path',
      answer(
        200,
        (reply) => {
          reply.status = 206
        },
        isModels,
      ),
    ],
    [
      'list-203-second',
      '4.1: 203 for the second key',
      'models-* auth-*',
      answer(
        200,
        (reply) => {
          reply.status = 203
        },
        (ask) => isModels(ask) && ofSecond(ask),
      ),
    ],
    [
      'listed-404',
      'readings: a listed model is 404',
      'model-listed-callable model-not-found unavailable-503',
      {
        ask: (ask) =>
          isChat(ask) && ask.json?.model === ask.world.gateway.models.unavailable ? refusal(404) : undefined,
      },
    ],
    [
      'listed-phantom',
      'readings: a listed model that nobody knows',
      'model-listed-callable',
      list(
        (b) => {
          b.data.push({ id: 'svc/phantom', object: 'model', created: 1, owned_by: 'svc' })
        },
        (ask) => ask.role === 'valid',
      ),
    ],
    [
      'listed-second-404',
      'readings: the second project cannot call what it lists',
      'model-listed-callable auth-project-catalog stream-started',
      refusing((_b, ask) => ofSecond(ask), 404),
    ],
    [
      'listed-stream-404',
      'readings: a listed model is 404 as a stream',
      'stream-* request-* model-listed-callable message-*',
      refusing((_b, ask) => isStream(ask), 404),
    ],
    ['alias-upper', '4.2 model: letters of any case', pattern, alias((name, chat) => name.toLowerCase() === chat)],
    ['alias-space', '4.2 model: spaces around are cut off', pattern, alias((name, chat) => name.trim() === chat)],
    ['alias-bare', '4.2 model: the name without svc/ does', pattern, alias((name, chat) => `svc/${name}` === chat)],
    [
      'alias-slash',
      '4.2 model: a slash at either end',
      pattern,
      alias((name, chat) => name.replace(/^\/|\/$/g, '') === chat),
    ],
    [
      'alias-default',
      '4.2 model: names out of the pattern fall back to a default',
      pattern,
      alias((name) => !/^svc\/[a-z0-9-]+$/.test(name)),
    ],
    ['alias-empty', '4.2 model: an empty name falls back to a default', pattern, alias((name) => name === '')],
    [
      'alias-dated',
      'rule 7: a dated name of a listed model answers',
      'model-not-found',
      alias((name, chat, ask) => name.startsWith(chat) && wellFormed(name, ask)),
    ],
    [
      'alias-prefix',
      'rule 7: the beginning of a listed name answers',
      'model-not-found',
      alias((name, chat) => chat.startsWith(name) && name.length > 4),
    ],
    [
      'unknown-streams',
      'rule 7: any unknown model answers as a stream',
      'model-not-found stream-invalid-request',
      alias((name, _chat, ask) => isStream(ask) && wellFormed(name, ask)),
    ],
    [
      'unknown-short',
      'rule 7: an unknown name of one letter answers',
      'model-not-found',
      alias((name, _c, ask) => wellFormed(name, ask) && name.length === 5),
    ],
    ['unknown-gpt', 'rule 7: svc/gpt-… answers', 'model-not-found', alias((name) => name.startsWith('svc/gpt-'))],
    [
      'unknown-400',
      'rule 7: 400 for an unknown model',
      'model-not-found model-not-authorized auth-project-catalog list-empty',
      unknown(400, (ask) => wellFormed(ask.json?.model, ask)),
    ],
    [
      'unknown-403',
      'rule 7: 403 for an unknown model',
      'model-not-found model-not-authorized',
      unknown(403, (ask) => wellFormed(ask.json?.model, ask)),
    ],
    [
      'unknown-503',
      'rule 7: 503 for an unknown model',
      'model-not-found model-not-authorized',
      unknown(503, (ask) => wellFormed(ask.json?.model, ask)),
    ],
    [
      'unknown-stream-400',
      'rule 7: 400 for an unknown model, streams only',
      'model-not-found stream-invalid-request model-not-authorized',
      unknown(400, isStream),
    ],
    [
      'model-list-type',
      '4.2 model: an array of one name',
      'request-model',
      accepting(
        (b) => Array.isArray(b.model),
        (b) => {
          b.model = b.model[0]
        },
      ),
    ],
    [
      'model-null',
      'rule 2: model null falls back',
      'request-model request-no-null',
      accepting(
        (b) => b.model === null,
        (b) => {
          b.model = 'svc/harbour-2'
        },
      ),
    ],
    [
      'model-missing',
      '4.2 model required: a default is used',
      'request-model',
      accepting(
        (b) => !('model' in b),
        (b) => {
          b.model = 'svc/harbour-2'
        },
      ),
    ],
    [
      'unknown-param',
      'readings: an unknown model is blamed on messages',
      'error-param-names-field',
      failure(
        404,
        (error) => {
          error.param = 'messages'
        },
        isChat,
      ),
    ],
  ),
  ...shoulds(
    [
      'list-twice',
      'readings: an id is listed twice',
      'list-ids-unique',
      list(
        (b) => {
          b.data.push(b.data[0])
        },
        (ask) => ask.role === 'valid',
      ),
    ],
    [
      'unknown-type',
      'readings: 404 has type server_error',
      'error-type-fits-status',
      failure(
        404,
        (error) => {
          error.type = 'server_error'
        },
        isChat,
      ),
    ],
  ),
]
