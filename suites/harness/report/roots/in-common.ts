/** What all responses of a cause have in common, and few of the others, or none: status, coding, key, model, streaming. */
import { type Exchange, headerValues } from '../../http/exchange.ts'
import { keyRoleIn } from '../../http/key-forms.ts'
import { shortened } from '../../text/printable.ts'

/** The maximum probability that all responses of a cause have a value by chance. */
const CHANCE = 1 / 200

/** A value that more responses than this have is the usual one, unless no other response has it. */
const USUAL = 1 / 2

type Way = (exchange: Exchange) => string | undefined

const status: Way = ({ response }) => response && `with status ${response.status}`

const coding: Way = ({ response }) => {
  const [value] = response ? headerValues(response, 'content-encoding') : []
  return value && `with content-encoding: ${shortened(value, 20)}`
}

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
    const alike = all.filter((exchange) => way(exchange) === only).length
    const share = alike / all.length
    const isApart = share <= USUAL || (alike === shown.length && alike < all.length)
    return isApart && share ** shown.length < CHANCE ? only : undefined
  }
  const values = [
    isOfStatus ? undefined : shared(status),
    shared(coding),
    shared(key) ?? shared(model),
    shared(streamed),
  ]
  const common = values.filter((value) => value !== undefined)
  return common.length > 0 ? `all ${common.join(' and ')}` : undefined
}
