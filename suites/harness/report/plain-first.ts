/** Chooses the exchange that shows a finding best: a plain valid request before an unusual one, then the shortest. */

import { isUtf8 } from 'node:buffer'
import { unusualValues } from '../explain/variation.ts'
import { kept } from '../http/compact.ts'
import { type Exchange, isFollowUp } from '../http/exchange.ts'
import type { Finding } from '../judge/evidence.ts'

/** Properties of a request that distract from the finding, and how much. */
const COST = { url: 100, credential: 50, other: 30, refused: 20, header: 10, unusualBody: 8, value: 3 } as const

const PLAIN_HEADERS: readonly string[] = ['authorization', 'content-type', 'user-agent']
const PLAIN_KEY = /^Bearer \$SVC_CONFORMANCE_KEY(_[A-Z]+)?$/

/** How unusual an exchange is; 0 for a plain valid request. */
function oddness({ request, response }: Exchange): number {
  const { path, operation, framing, body, natural = [] } = request
  const headers = request.headers.map(([name, value]) => [name.toLowerCase(), value] as const)
  const isPlain = (name: string): boolean => PLAIN_HEADERS.includes(name) || natural.includes(name)
  const isPlainType = headers.every(([name, value]) => name !== 'content-type' || value === 'application/json')
  const costs = [
    path.includes('?') && COST.url,
    !headers.some(([name, value]) => name === 'authorization' && PLAIN_KEY.test(value)) && COST.credential,
    operation === 'other' && COST.other,
    response?.status !== 200 && COST.refused,
    (!isPlainType || framing === 'chunked') && COST.header,
    COST.header * headers.filter(([name]) => !isPlain(name)).length,
    body !== undefined && !isUsual(body) && COST.unusualBody,
    COST.value * unusualValues(request).length,
  ]
  return costs.reduce<number>((sum, cost) => sum + (cost || 0), 0)
}

/** A body with more bytes than this is unusually long. */
const LONG = 64 * 1024

/** Whether a body is as most clients write it: a short object without 1e400, needless escapes or broken UTF-8. */
function isUsual(body: Uint8Array): boolean {
  if (body.length > LONG) return false
  const text = Buffer.from(body).toString()
  try {
    return isUtf8(body) && text.startsWith('{') && JSON.stringify(JSON.parse(text)) === text
  } catch {
    return false
  }
}

const rankOf = kept((exchange: Exchange): readonly number[] => {
  const { request, response } = exchange
  return [oddness(exchange), request.body?.length ?? 0, response?.body.length ?? 0, Number(isFollowUp(exchange))]
})

/**
 * Sorts equal findings, the one with the best exchange first. A wrongly accepted request comes after all others, and a
 * finding without an exchange comes last.
 */
export function plainFirst(findings: readonly Finding[], byId: ReadonlyMap<string, Exchange>): Finding[] {
  const ranked = findings.map((finding) => {
    const exchange = byId.get(finding.exchanges[0] ?? '')
    const follows = Number(finding.follows !== undefined)
    return { finding, rank: exchange ? [0, follows, ...rankOf(exchange)] : [1] }
  })
  return ranked.sort((one, other) => compare(one.rank, other.rank)).map(({ finding }) => finding)
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index])
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}
