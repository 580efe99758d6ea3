/** The key or the model that all requests of a cause share, and few of the others. */
import type { Exchange, SentRequest } from '../../http/exchange.ts'
import { keyRoleIn } from '../../http/key-forms.ts'

/** The maximum probability that the requests of a cause share a value by chance. */
const CHANCE = 1 / 50

/** A value that more requests than this have is the usual one. */
const USUAL = 1 / 2

/** Each value in words. */
const WAYS: readonly ((request: SentRequest) => string | undefined)[] = [
  ({ headers }) => {
    const role = keyRoleIn(headers)
    return role === undefined || role === 'valid' ? undefined : `with the ${role} key`
  },
  ({ model }) => model && `for ${model}`,
]

/**
 * @param shown the exchanges that show the cause
 * @param all those that could show it
 */
export function senderOf(shown: readonly Exchange[], all: readonly Exchange[]): string | undefined {
  return WAYS.flatMap((inWords) => {
    const values = new Set(shown.map(({ request }) => inWords(request)))
    const [only] = values
    if (only === undefined || values.size > 1) return []
    const share = all.filter(({ request }) => inWords(request) === only).length / all.length
    return share <= USUAL && share ** shown.length < CHANCE ? [`all ${only}`] : []
  })[0]
}
