/** What all responses of a cause have in common, and few of the others: status, key, model, or that they are streams. */
import type { Exchange } from '../../http/exchange.ts'
import { keyRoleIn } from '../../http/key-forms.ts'
import { shortened } from '../../text/printable.ts'

/** The maximum probability that all responses of a cause have a value by chance. */
const CHANCE = 1 / 200

/** A value that more responses than this have is the usual one. */
const USUAL = 1 / 2

type Way = (exchange: Exchange) => string | undefined

const status: Way = ({ response }) => response && `with status ${response.status}`

const key: Way = ({ request }) => {
  const role = keyRoleIn(request.headers)
  return role === undefined || role === 'valid' ? undefined : `with the ${role} key`
}

const model: Way = ({ request }) => request.model && `for ${shortened(request.model, 60)}`

const streamed: Way = ({ request }) => (request.stream ? 'streamed' : undefined)

/**
 * Words such as `all with the second key`; undefined if they have nothing in common.
 *
 * @param shown the exchanges that show the cause
 * @param all those that could show it
 * @param isOfStatus whether the title of the cause already names the status
 */
export function inCommon(shown: readonly Exchange[], all: readonly Exchange[], isOfStatus: boolean) {
  const shared = (way: Way): string | undefined => {
    const [only, ...others] = new Set(shown.map(way))
    if (only === undefined || others.length > 0) return undefined
    const share = all.filter((exchange) => way(exchange) === only).length / all.length
    return share <= USUAL && share ** shown.length < CHANCE ? only : undefined
  }
  const values = [isOfStatus ? undefined : shared(status), shared(key) ?? shared(model), shared(streamed)]
  const common = values.filter((value) => value !== undefined)
  return common.length > 0 ? `all ${common.join(' and ')}` : undefined
}
