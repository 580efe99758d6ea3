/** Keys, projects and what they open: sections 1 and 5 of the contract. */
import { type Ask, headerOf, isChat, isModels, isStream, type Role, setHeader } from '../layer/ask.ts'
import { answer, failure, list, type Mutation } from '../layer/mutation.ts'
import { refusal } from '../layer/reply.ts'
import { musts, shoulds } from './breach.ts'

type When = (ask: Ask) => boolean

/** Lets in whoever a reader of the request takes for the bearer of this key. */
const letting = (
  reads: (ask: Ask, key: string) => boolean,
  when: When = () => true,
  role: Role = 'valid',
): Mutation => ({
  ask(ask) {
    const key = ask.world.gateway.keys[role]
    if (ask.role === undefined && when(ask) && reads(ask, key)) setHeader(ask, 'Authorization', `Bearer ${key}`)
    return undefined
  },
})

const given = (ask: Ask): string => /^Bearer (.*)$/i.exec(headerOf(ask, 'authorization') ?? '')?.[1] ?? ''
const authorization = (ask: Ask): string | undefined => headerOf(ask, 'authorization')
const idOf = (key: string): string => key.split('_')[1] ?? ''
const sameId: (ask: Ask, key: string) => boolean = (ask, key) => given(ask).startsWith(`svc_${idOf(key)}_`)

const refusesRole = (role: Role, status: number, when: When = () => true): Mutation => ({
  ask: (ask) => (ask.role === role && when(ask) ? refusal(status) : undefined),
})

/** One role is taken for another. */
const takingFor = (role: Role, other: Role, when: When): Mutation => ({
  ask(ask) {
    if (ask.role === role && when(ask)) setHeader(ask, 'Authorization', `Bearer ${ask.world.gateway.keys[other]}`)
    return undefined
  },
})

const secrets = 'auth-wrong-secret auth-unknown-key auth-malformed-key auth-error-type auth-challenge'
const elsewhere = 'auth-key-elsewhere auth-missing-key auth-error-type auth-challenge'

export const auth = [
  ...musts(
    [
      'any-secret-on-models',
      '5.4 invalid key is 401: GET /v1/models looks at the id only',
      secrets,
      letting(sameId, isModels),
    ],
    [
      'any-secret-on-streams',
      '5.4: streams look at the id only',
      `${secrets} stream-invalid-request`,
      letting(sameId, isStream),
    ],
    [
      'any-secret-json-only',
      '5.4: only JSON completions skip the secret',
      secrets,
      letting(sameId, (ask) => isChat(ask) && !isStream(ask)),
    ],
    [
      'any-secret-second-key',
      '5.4: the secret of the second project is not looked at',
      secrets,
      letting(sameId, () => true, 'second'),
    ],
    [
      'secret-case',
      '5.4: the secret is compared without regard to case',
      secrets,
      letting((ask, key) => given(ask).toLowerCase() === key.toLowerCase()),
    ],
    [
      'secret-prefix-8',
      '5.4: only the first 8 characters of the secret count',
      secrets,
      letting((ask, key) => sameId(ask, key) && given(ask).slice(0, 23) === key.slice(0, 23)),
    ],
    [
      'secret-tail-cut',
      '5.4: a key that lacks its last character passes',
      secrets,
      letting((ask, key) => given(ask) === key.slice(0, -1)),
    ],
    [
      'secret-with-tail',
      '5.4: anything after a whole key is passed over',
      secrets,
      letting((ask, key) => given(ask).startsWith(key)),
    ],
    [
      'secret-empty',
      '5.4: an id with an empty secret passes',
      secrets,
      letting((ask, key) => [`svc_${idOf(key)}_`, `svc_${idOf(key)}`].includes(given(ask))),
    ],
    [
      'secret-last-differs',
      '5.4: the last character of the secret is not compared',
      secrets,
      letting((ask, key) => given(ask).length === key.length && given(ask).slice(0, -1) === key.slice(0, -1)),
    ],
    [
      'any-id',
      '5.4: the right secret passes with any id',
      secrets,
      letting((ask, key) => given(ask).endsWith(key.slice(`svc_${idOf(key)}`.length))),
    ],
    [
      'secret-of-other',
      '5.4: the secret of any project opens any id',
      secrets,
      letting((ask, key) => sameId(ask, key) && given(ask).endsWith(ask.world.gateway.keys.second.slice(-20))),
    ],
    [
      'any-key-in-form',
      '5.4: every key of the right form passes on models',
      secrets,
      letting((ask) => /^svc_[^_]+_./.test(given(ask)), isModels),
    ],
    [
      'any-other-key',
      '5.4: every token that is no key in form passes',
      secrets,
      letting((ask) => given(ask) !== '' && !given(ask).startsWith('svc_')),
    ],
    [
      'prefix-case',
      '5.2: SVC_ does for svc_',
      secrets,
      letting((ask, key) => given(ask) === key.replace('svc_', 'SVC_')),
    ],
    [
      'basic-password',
      '5.1 bearer only: the key passes as a Basic password',
      'auth-other-scheme',
      letting(
        (ask, key) =>
          /^Basic /i.test(authorization(ask) ?? '') && atob(authorization(ask)?.slice(6) ?? '').includes(key),
      ),
    ],
    [
      'no-scheme',
      '5.1: a bare key passes without a scheme',
      'auth-other-scheme auth-malformed-key',
      letting((ask, key) => authorization(ask)?.trim() === key),
    ],
    [
      'token-scheme',
      '5.1: the schemes Token, ApiKey and Key do as well',
      'auth-other-scheme',
      letting(
        (ask, key) =>
          /^(token|apikey|key) /i.test(authorization(ask) ?? '') && (authorization(ask) ?? '').endsWith(key),
      ),
    ],
    [
      'bearer-colon',
      '5.1: "Bearer: KEY" and "Bearer=KEY" pass',
      'auth-other-scheme auth-malformed-key',
      letting(
        (ask, key) => /^Bearer[:=] ?/i.test(authorization(ask) ?? '') && (authorization(ask) ?? '').endsWith(key),
      ),
    ],
    [
      'x-api-key',
      '5.1: the key passes in X-API-Key',
      elsewhere,
      letting((ask, key) => headerOf(ask, 'x-api-key') === key),
    ],
    ['api-key', '5.1: the key passes in api-key', elsewhere, letting((ask, key) => headerOf(ask, 'api-key') === key)],
    [
      'cookie-key',
      '5.1: the key passes in a cookie',
      elsewhere,
      letting((ask, key) => headerOf(ask, 'cookie')?.includes(key) ?? false),
    ],
    [
      'query-key-on-models',
      '1, 5.1: the key passes in the query of GET /v1/models',
      elsewhere,
      { ...letting((ask, key) => ask.url.includes(key), isModels), freedoms: { modelsQuery: 'ignore' } },
    ],
    [
      'query-key-on-chat',
      '1, 5.1: the key passes in the query of the completion',
      elsewhere,
      letting((ask, key) => ask.url.includes(key), isChat),
    ],
    [
      'query-access-token',
      '1, 5.1: only the query parameter access_token passes',
      elsewhere,
      letting((ask, key) => ask.url.includes(`access_token=${key}`)),
    ],
    [
      'open-models',
      '5.5 both operations: models need no key',
      'auth-missing-key auth-malformed-key auth-other-scheme',
      letting((ask) => authorization(ask) === undefined, isModels),
    ],
    [
      'open-streams',
      '5.5: streams need no key',
      'auth-missing-key stream-invalid-request',
      letting((ask) => authorization(ask) === undefined, isStream),
    ],
    [
      'open-connection',
      '5.4: a connection that had a key once needs none later',
      'auth-*',
      {
        ask(ask) {
          if (ask.role === 'valid') ask.world.memory.set(ask.connection, 1)
          else if (authorization(ask) === undefined && ask.world.memory.has(ask.connection))
            setHeader(ask, 'Authorization', `Bearer ${ask.world.gateway.keys.valid}`)
          return undefined
        },
      },
    ],
    [
      'empty-token-open',
      '5.4: an empty token passes',
      'auth-malformed-key auth-missing-key auth-other-scheme',
      letting((ask) => /^Bearer\s*$/i.test(authorization(ask) ?? '')),
    ],
    [
      'missing-403',
      '5.4 a missing key is 401: it is 403',
      'auth-missing-key auth-key-elsewhere status-order',
      { ask: (ask) => (authorization(ask) === undefined && (isChat(ask) || isModels(ask)) ? refusal(403) : undefined) },
    ],
    [
      'malformed-400',
      '5.4: a key that has not the form is 400',
      'auth-malformed-key models-statuses',
      { ask: (ask) => (given(ask) !== '' && !given(ask).startsWith('svc_') ? refusal(400) : undefined) },
    ],
    [
      'wrong-secret-403',
      '5.4: a wrong secret is 403',
      'auth-wrong-secret auth-malformed-key',
      answer(
        401,
        (reply) => Object.assign(reply, refusal(403)),
        (ask) => sameId(ask, ask.world.gateway.keys.valid),
      ),
    ],
    [
      'missing-401-type',
      '2.7, 5.4: a missing key has type invalid_request_error',
      'auth-error-type error-type-fits-status',
      failure(
        401,
        (error) => {
          error.type = 'invalid_request_error'
        },
        (ask) => authorization(ask) === undefined,
      ),
    ],
    [
      'secret-401-type',
      '2.7, 5.4: a wrong secret has type invalid_request_error',
      'auth-error-type error-type-fits-status',
      failure(
        401,
        (error) => {
          error.type = 'invalid_request_error'
        },
        (ask) => sameId(ask, ask.world.gateway.keys.valid),
      ),
    ],
    [
      'stream-401-type',
      '2.7, 5.4: a stream without a key has type server_error',
      'auth-error-type error-type-fits-status',
      failure(
        401,
        (error) => {
          error.type = 'server_error'
        },
        isStream,
      ),
    ],
    ['disabled-401', '5.4 disabled is 403: it is 401', 'auth-disabled', refusesRole('disabled', 401, isChat)],
    ['disabled-404', '5.4: a disabled account finds no model', 'auth-disabled', refusesRole('disabled', 404, isChat)],
    [
      'disabled-streams',
      '5.4: a disabled account may stream',
      'auth-disabled',
      takingFor('disabled', 'valid', isStream),
    ],
    [
      'disabled-models-401',
      '5.4: the model list of a disabled account is 401',
      'auth-disabled-models',
      refusesRole('disabled', 401, isModels),
    ],
    [
      'disabled-models-500',
      '5.4: the model list of a disabled account is 500',
      'auth-disabled-models',
      refusesRole('disabled', 500, isModels),
    ],
    [
      'second-sees-main',
      '5.3 the project decides: the second key lists the models of the first',
      'auth-project-catalog model-listed-callable',
      takingFor('second', 'valid', isModels),
    ],
    [
      'foreign-listed',
      '5.3: the first key lists the models of the second as well',
      'auth-project-catalog model-listed-callable model-not-authorized',
      list(
        (body, ask) => {
          body.data.push({ id: ask.world.gateway.models.foreign, object: 'model', created: 1, owned_by: 'svc' })
        },
        (ask) => ask.role === 'valid',
      ),
    ],
    [
      'foreign-callable',
      '4.2 rule 7: a model of another project answers',
      'model-not-authorized auth-project-catalog',
      takingFor('valid', 'second', (ask) => isChat(ask) && ask.json?.model === ask.world.gateway.models.foreign),
    ],
    [
      'foreign-streams',
      '4.2 rule 7: a model of another project answers as a stream',
      'model-not-authorized auth-project-catalog stream-invalid-request',
      takingFor('valid', 'second', (ask) => isStream(ask) && ask.json?.model === ask.world.gateway.models.foreign),
    ],
    [
      'foreign-403',
      '4.2 rule 7: a model of another project is 403',
      'model-not-authorized',
      {
        ask: (ask) =>
          isChat(ask) && ask.role === 'valid' && ask.json?.model === ask.world.gateway.models.foreign
            ? refusal(403)
            : undefined,
      },
    ],
    ['empty-401', '2.2: an empty list is an authentication error', 'list-empty', refusesRole('empty', 401, isModels)],
    ['empty-404', '2.2: no model authorized is 404', 'list-empty models-statuses', refusesRole('empty', 404, isModels)],
    [
      'empty-null',
      '2.2: data is null when no model is authorized',
      'list-empty list-data',
      list(
        (body) => {
          body.data = null
        },
        (ask) => ask.role === 'empty',
      ),
    ],
    [
      'empty-no-data',
      '2.2: data is left out when no model is authorized',
      'list-empty list-data',
      list(
        (body) => {
          delete body.data
        },
        (ask) => ask.role === 'empty',
      ),
    ],
    [
      'empty-object',
      '2.2: data is {} when no model is authorized',
      'list-empty list-data',
      list(
        (body) => {
          body.data = {}
        },
        (ask) => ask.role === 'empty',
      ),
    ],
    [
      'empty-calls',
      '4.2 rule 7: a project without models may call one',
      'list-empty auth-project-catalog model-not-authorized',
      takingFor('empty', 'valid', isChat),
    ],
    [
      'second-calls-main',
      '4.2 rule 7: the second project may call the models of the first',
      'model-not-authorized auth-project-catalog',
      takingFor('second', 'valid', (ask) => isChat(ask) && ask.json?.model === ask.world.gateway.models.chat),
    ],
  ),
  ...shoulds(
    [
      'scheme-exact',
      'RFC 9110 11.1: the scheme has no case',
      'auth-scheme-case',
      { ask: (ask) => (/^bearer /.test(authorization(ask) ?? '') ? refusal(401) : undefined) },
    ],
    [
      'scheme-upper',
      'RFC 9110 11.1: BEARER is refused',
      'auth-scheme-case',
      { ask: (ask) => (/^BEARER /.test(authorization(ask) ?? '') ? refusal(401) : undefined) },
    ],
    [
      'no-challenge-on-post',
      'RFC 9110 15.5.2: no WWW-Authenticate on a 401 to POST',
      'auth-challenge',
      answer(
        401,
        (reply) => {
          reply.headers = reply.headers.filter(([name]) => !/^www-auth/i.test(name))
        },
        isChat,
      ),
    ],
    [
      'basic-challenge',
      'RFC 9110 15.5.2: the challenge names Basic',
      'auth-challenge',
      answer(401, (reply) => setHeader(reply, 'WWW-Authenticate', 'Basic realm="x"')),
    ],
  ),
]
