/**
 * 4.2 rule 7: a catalog may lose a model while a run asks for it. A 404 for a model that an earlier list of the key has
 * named does not count if every later list lacks the model.
 */
import { type Exchange, headerIn } from '../../http/exchange.ts'
import { listedIds, recognise } from '../../http/response.ts'

/** The ids of such responses. @param exchanges in the order in which they ended */
export function withdrawnIn(exchanges: readonly Exchange[]): ReadonlySet<string> {
  const lists = exchanges
    .map((exchange, at) => ({ exchange, at }))
    .filter(({ exchange }) => recognise(exchange) === 'list')
    .map(({ exchange, at }) => ({ at, key: keyOf(exchange), ids: new Set(listedIds(exchange)) }))
  const isWithdrawn = (exchange: Exchange, at: number): boolean => {
    const { model } = exchange.request
    if (exchange.response?.status !== 404 || model === undefined) return false
    const own = lists.filter(({ key }) => key === keyOf(exchange))
    const last = own.findLast(({ ids }) => ids.has(model))
    return last !== undefined && last.at < at && own.some((list) => list.at > at)
  }
  return new Set(exchanges.filter(isWithdrawn).map(({ id }) => id))
}

const keyOf = ({ request }: Exchange): string | undefined => headerIn(request.headers, 'authorization')
