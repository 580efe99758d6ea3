/** Whether the key opens the gateway, and nothing else does. */
import type { Answer, Exchange } from '../../../suites/harness/http/exchange.ts'
import { header, isPage, saidBy } from './answers.ts'
import { type Diagnosis, note, ok, problem } from './diagnosis.ts'

const isOfForm = (key: string): boolean => /^svc_[^_]+_.+$/.test(key)

/** Signs in the key itself, without telling it. */
function slipOf(key: string): string | undefined {
  if (/^bearer/i.test(key)) return 'It begins with the word Bearer, which the command adds: drop it.'
  if (/^["'`<].*["'`>]$/.test(key)) return 'It stands in quotes or brackets: drop them.'
  return isOfForm(key) ? undefined : 'It is not of the form svc_<id>_<secret>: perhaps it is the key of something else.'
}

const WHERE = 'Check that SVC_CONFORMANCE_KEY, or keys.valid of the target file, is the key of this deployment'

/** What the answer to the model list says about the key; nothing where it says nothing. */
export function aboutKey(answer: Answer, key: string): Diagnosis[] {
  const { status } = answer
  const slip = slipOf(key)
  if (status === 401) {
    const asks = header(answer, 'www-authenticate')
    if (asks !== undefined && !/bearer/i.test(asks))
      return [
        problem(
          'in between',
          `something asks for credentials of another kind: ${asks}`,
          'A proxy stands before the gateway and takes the Authorization header for itself: take another address.',
        ),
      ]
    return [
      problem(
        'key',
        `the key is refused with 401${saidBy(answer)}`,
        `${slip ?? `${WHERE}, whole and not revoked, and that no proxy drops the header Authorization.`}`,
      ),
    ]
  }
  if (status === 403)
    return [
      problem(
        'key',
        `the account or the feature of the key is disabled (403)${saidBy(answer)}`,
        'Have it enabled, or take a key of another project.',
      ),
    ]
  if (status !== 200) return slip === undefined ? [] : [problem('key', 'the key has not the form of one', slip)]
  return [slip === undefined ? ok('key', 'the key is accepted') : note('key', 'the key is accepted', slip)]
}

/** Whether the gateway looks at keys at all. */
export function aboutNoKey({ answer }: Exchange): Diagnosis[] {
  if (answer?.status === 200)
    return [
      problem(
        'key',
        'the model list is given without a key as well',
        'Look for a cache that answers in place of the gateway, or switch the check of keys on.',
      ),
    ]
  if (answer?.status === 401 && isPage(answer))
    return [
      problem(
        'in between',
        'a refusal comes as an HTML page',
        'A proxy replaces the error bodies of the gateway: switch that off.',
      ),
    ]
  return []
}
