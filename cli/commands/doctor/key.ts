/** Checks that the key is accepted, and that no request is accepted without one. */
import type { Exchange, HttpResponse } from '../../../suites/harness/http/exchange.ts'
import { refusedKey, slipOf } from '../../../suites/harness/reachability/key.ts'
import { isPage } from '../../../suites/harness/reachability/responses.ts'
import { type Diagnosis, inTheWay, note, ok, problem } from './diagnosis.ts'

/** What the response to the model list says about the key, if anything. */
export function aboutKey(response: HttpResponse, key: string): Diagnosis[] {
  const { status } = response
  if (status === 401 || status === 403) return [inTheWay(refusedKey(response, key))]
  const slip = slipOf(key)
  if (status !== 200)
    return slip === undefined ? [] : [problem('key', 'the key does not have the form svc_<id>_<secret>', slip)]
  return [slip === undefined ? ok('key', 'the key is accepted') : note('key', 'the key is accepted', slip)]
}

/** Whether the gateway checks keys at all. */
export function aboutNoKey({ response }: Exchange): Diagnosis[] {
  if (response?.status === 200)
    return [
      problem(
        'key',
        'the model list is returned without a key, too',
        'Look for a cache that responds instead of the gateway, or enable the check of keys.',
      ),
    ]
  if (response?.status === 401 && isPage(response))
    return [
      problem(
        'proxy',
        'a rejection is an HTML page',
        'A proxy replaces the error bodies of the gateway: disable that.',
      ),
    ]
  return []
}
