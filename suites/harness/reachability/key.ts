/** What a refusal shows about the key of the request. */
import type { HttpResponse } from '../http/exchange.ts'
import { atProxy, type Obstacle } from './obstacle.ts'
import { header, saidBy } from './responses.ts'

/** A likely mistake in the key itself, described without revealing the key. */
export function slipOf(key: string): string | undefined {
  if (/^bearer/i.test(key)) return 'The key begins with the word Bearer, which the command adds: remove it.'
  if (/^["'`<].*["'`>]$/.test(key)) return 'The key is in quotes or brackets: remove them.'
  return /^svc_[^_]+_.+$/.test(key)
    ? undefined
    : 'The key is not of the form svc_<id>_<secret>: it may be the key of another service.'
}

const WHERE =
  'Check that SVC_CONFORMANCE_KEY, or keys.valid of the target file, is a complete and valid key of this deployment. Check that no proxy drops the header Authorization.'

/** Why a key is refused with 401 or 403. @param source where it is refused, with a separator before it */
export function refusedKey(response: HttpResponse, key: string, source = ''): Obstacle {
  if (response.status === 403)
    return {
      about: 'key',
      found: `the account or the feature of the key is disabled (403${source})${saidBy(response)}`,
      fix: 'Enable it, or use a key of another project.',
    }
  const asks = header(response, 'www-authenticate')
  if (asks !== undefined && !/bearer/i.test(asks))
    return atProxy(
      `something in front of the gateway asks for other credentials: ${asks}`,
      'A proxy in front of the gateway uses the Authorization header itself: use another address.',
    )
  const found = `the key is rejected with 401${source}${saidBy(response)}`
  return { about: 'key', found, fix: slipOf(key) ?? WHERE }
}
