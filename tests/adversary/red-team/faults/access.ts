/** Keys, projects and what they give access to: sections 1 and 5 of the contract. */

import { names } from '../../../../suites/harness/text/names.ts'
import { type Ask, headerOf, type Role, setHeader, tokenIn } from '../layer/ask.ts'
import { always, and, isChat, isModels, isPlain, isStream, role, status, type When } from '../layer/conditions.ts'
import { error, header, list, respond } from '../layer/edits.ts'
import type { Mutation } from '../layer/mutation.ts'
import { refusal } from '../layer/reply.ts'
import { asked, shut, withKeyOf } from '../layer/requests.ts'
import { breaking } from '../rows.ts'

const authorization = (ask: Ask): string => headerOf(ask, 'authorization') ?? ''
const idOf = (key: string): string => key.split('_')[1] ?? ''
const sameId = (ask: Ask, key: string): boolean => tokenIn(ask).startsWith(`svc_${idOf(key)}_`)
const validId: When = (ask) => sameId(ask, ask.world.gateway.keys.valid)
const keyless: When = (ask) => headerOf(ask, 'authorization') === undefined

/** Accepts a request without a valid key if `reads` finds that other values name the owner of a key. */
const letsIn = (reads: (ask: Ask, key: string) => boolean, when: When = always, as: Role = 'valid'): Mutation =>
  asked(
    and((ask) => ask.role === undefined, when),
    (ask) => {
      const key = ask.world.gateway.keys[as]
      if (reads(ask, key)) setHeader(ask, 'Authorization', `Bearer ${key}`)
      return undefined
    },
  )

const foreignModel: When = (ask) => ask.json.model === ask.world.gateway.models.foreign

const withRightSecret = (ask: Ask, key: string): boolean => tokenIn(ask).endsWith(key.slice(`svc_${idOf(key)}`.length))
const withEightOfSecret = (ask: Ask, key: string): boolean =>
  sameId(ask, key) && tokenIn(ask).slice(0, 23) === key.slice(0, 23)
const withAnotherLast = (ask: Ask, key: string): boolean =>
  tokenIn(ask).length === key.length && tokenIn(ask).slice(0, -1) === key.slice(0, -1)
const after = (scheme: RegExp) => {
  return (ask: Ask, key: string): boolean => scheme.test(authorization(ask)) && authorization(ask).endsWith(key)
}

const SECRETS = names('auth-wrong-secret auth-unknown-key auth-malformed-key auth-error-type auth-challenge')
const ELSEWHERE = ['auth-key-elsewhere', 'auth-missing-key', 'auth-error-type', 'auth-challenge'] as const

export const access = [
  ...breaking([...SECRETS, 'stream-invalid-request'], {
    'access.any-secret-on-streams': letsIn(sameId, isStream),
    'access.any-secret-on-plain-completions': letsIn(sameId, isPlain),
    'access.any-secret-of-the-second-project': letsIn(sameId, always, 'second'),
    'access.any-id-with-the-right-secret': letsIn(withRightSecret),
    'access.secret-of-eight-characters': letsIn(withEightOfSecret),
    'access.secret-without-its-last-character': letsIn((ask, key) => tokenIn(ask) === key.slice(0, -1)),
    'access.secret-with-another-last-character': letsIn(withAnotherLast),
    'access.secret-empty': letsIn((ask, key) => [`svc_${idOf(key)}_`, `svc_${idOf(key)}`].includes(tokenIn(ask))),
    'access.prefix-in-capitals': letsIn((ask, key) => tokenIn(ask) === key.replace('svc_', 'SVC_')),
  }),
  ...breaking(['auth-other-scheme', 'auth-malformed-key'], {
    'access.schemes-token-and-apikey': letsIn(after(/^(token|apikey|key) /i)),
    'access.bearer-with-colon': letsIn(after(/^Bearer[:=] ?/i)),
  }),
  ...breaking(ELSEWHERE, {
    'access.key-in-header-api-key': letsIn((ask, key) => headerOf(ask, 'api-key') === key),
    'access.key-in-query-access-token': letsIn((ask, key) => ask.url.includes(`access_token=${key}`)),
  }),
  ...breaking(['auth-missing-key', 'stream-invalid-request'], {
    'access.streams-need-no-key': letsIn((ask) => authorization(ask) === '', isStream),
  }),
  ...breaking(['auth-malformed-key', 'models-statuses', 'auth-wrong-secret'], {
    'access.other-token-is-400': shut((ask) => tokenIn(ask) !== '' && !tokenIn(ask).startsWith('svc_'), 400),
    'access.wrong-secret-is-403': respond(and(status(401), validId), () => refusal(403)),
  }),
  ...breaking(['auth-error-type', 'error-type-fits-status'], {
    'access.type-of-401-without-key': error(401, { type: 'invalid_request_error' }, keyless),
    'access.type-of-401-with-wrong-secret': error(401, { type: 'invalid_request_error' }, validId),
    'access.type-of-401-to-a-stream': error(401, { type: 'server_error' }, isStream),
  }),
  ...breaking(['auth-challenge'], {
    'access.no-challenge-to-completions': header('WWW-Authenticate', undefined, and(status(401), isChat)),
    'access.challenge-names-basic': header('WWW-Authenticate', 'Basic realm="x"', status(401)),
  }),
  ...breaking(['auth-disabled-models'], {
    'access.list-of-a-disabled-project-is-500': shut(and(role('disabled'), isModels), 500),
  }),
  ...breaking(['list-empty', 'list-data', 'auth-project-catalog', 'model-not-authorized'], {
    'access.empty-list-is-an-object': list({ data: {} }, role('empty')),
    'access.project-without-models-calls-one': withKeyOf('valid', and(role('empty'), isChat)),
    'access.model-of-another-project-is-403': shut(and(isChat, role('valid'), foreignModel), 403),
  }),
]
