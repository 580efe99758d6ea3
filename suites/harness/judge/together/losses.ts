/**
 * Requests whose responses were cut off in every attempt. One lost connection is noise. A target that loses the
 * connection each time ends its responses in this way, and no client can read them.
 */

import type { RequirementId } from '../../catalogue/requirements.ts'
import { type Exchange, seriesOf } from '../../http/exchange.ts'
import { isStream } from '../../http/response.ts'
import { type AttemptsByName, CERTAIN, wasCut } from '../attempts.ts'
import type { Finding } from '../evidence.ts'

/** A gateway may refuse a larger body before it has read it all, and then a reset may overtake its response. */
const SMALL = 64 * 1024

type Lack = Pick<Finding, 'requirement' | 'expected'> & { readonly end: string }

const lacks = (requirement: RequirementId, expected: string, end = 'the end of the body'): Lack => {
  return { requirement, expected, end }
}

/** What the end of a response lacks; undefined if the gateway may not be the reason. */
function lackOf({ request, response, forwarded }: Exchange): Lack | undefined {
  if (!response || request.operation === 'other' || forwarded) return undefined
  if (response.status >= 400)
    return (request.body?.length ?? 0) <= SMALL ? lacks('error-body', 'a whole error body') : undefined
  if (response.status !== 200) return undefined
  if (request.operation === 'models') return lacks('models-list', 'a whole model list')
  if (isStream(response)) return lacks('stream-done', 'data: [DONE] and a blank line', '[DONE]')
  return lacks('completion-json', 'a whole JSON completion')
}

export function judgeLosses(exchanges: readonly Exchange[], byName: AttemptsByName): Finding[] {
  const found = new Map<RequirementId, Finding>()
  for (const same of Map.groupBy(exchanges, seriesOf).values()) {
    const [first] = same
    const lack = first && lackOf(first)
    if (!lack || found.has(lack.requirement) || same.length < CERTAIN || !same.every(wasCut)) continue
    // A network that also loses the valid requests between the attempts may lose anything.
    if (byName.of(first).between.some(wasCut)) continue
    const { end, ...shown } = lack
    found.set(lack.requirement, {
      ...shown,
      outcome: 'fail',
      message: `the connection was lost before ${end} in each of ${same.length} attempts of one request`,
      actual: first.failure?.message ?? 'the connection was closed',
      exchanges: same.slice(0, 3).map(({ id }) => id),
    })
  }
  return [...found.values()]
}
