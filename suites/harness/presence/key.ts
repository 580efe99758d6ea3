/** What a refusal says about the key that was sent. */
import type { Answer } from '../http/exchange.ts'
import { header, saidBy } from './answers.ts'
import type { Obstacle } from './obstacle.ts'

const isOfForm = (key: string): boolean => /^svc_[^_]+_.+$/.test(key)

/** Signs in the key itself, without revealing it. */
export function slipOf(key: string): string | undefined {
  if (/^bearer/i.test(key)) return 'It begins with the word Bearer, which the command adds: drop it.'
  if (/^["'`<].*["'`>]$/.test(key)) return 'It stands in quotes or brackets: drop them.'
  return isOfForm(key) ? undefined : 'It is not of the form svc_<id>_<secret>: perhaps it is the key of something else.'
}

const WHERE =
  'Check that SVC_CONFORMANCE_KEY, or keys.valid of the target file, is the key of this deployment, whole and not revoked, and that no proxy drops the header Authorization.'

/** Why a key is refused with 401 or 403. @param who what refuses it, after a blank */
export function refusedKey(answer: Answer, key: string, who = ''): Obstacle {
  if (answer.status === 403)
    return {
      about: 'key',
      found: `the account or the feature of the key is disabled (403${who})${saidBy(answer)}`,
      fix: 'Have it enabled, or take a key of another project.',
    }
  const asks = header(answer, 'www-authenticate')
  if (asks !== undefined && !/bearer/i.test(asks))
    return {
      about: 'in between',
      found: `something asks for credentials of another kind: ${asks}`,
      fix: 'A proxy stands before the gateway and takes the Authorization header for itself: take another address.',
    }
  return {
    about: 'key',
    found: `the key is refused with 401${who}${saidBy(answer)}`,
    fix: slipOf(key) ?? WHERE,
  }
}
