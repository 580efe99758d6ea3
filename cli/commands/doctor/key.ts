/** Whether the key opens the gateway, and nothing else does. */
import type { Answer, Exchange } from '../../../suites/harness/http/exchange.ts'
import { isPage } from '../../../suites/harness/presence/answers.ts'
import { refusedKey, slipOf } from '../../../suites/harness/presence/key.ts'
import { type Diagnosis, inTheWay, note, ok, problem } from './diagnosis.ts'

/** What the answer to the model list says about the key; nothing where it says nothing. */
export function aboutKey(answer: Answer, key: string): Diagnosis[] {
  const { status } = answer
  if (status === 401 || status === 403) return [inTheWay(refusedKey(answer, key))]
  const slip = slipOf(key)
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
