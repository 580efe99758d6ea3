/** Compares the responses of one run: ids that two responses share, and lists that differ. */
import type { RequirementId } from '../../catalogue/requirements.ts'
import { type Exchange, type HttpResponse, headerIn, requestIdsOf } from '../../http/exchange.ts'
import { keyRoleIn } from '../../http/key-forms.ts'
import { listedIds, objectsIn, recognise } from '../../http/response.ts'
import type { Finding } from '../evidence.ts'

/** The findings on all exchanges of a run together. */
export function judgeComparisons(exchanges: readonly Exchange[]): Finding[] {
  return [...judgeRequestIds(exchanges), ...judgeCompletionIds(exchanges), ...judgeLists(exchanges)]
}

/** 4: no two responses of the run share a request id. */
function judgeRequestIds(exchanges: readonly Exchange[]): Finding[] {
  return judgeUnique('request-id-unique', 'responses', exchanges, ({ request, response }) => {
    return request.operation === 'other' ? [] : requestIdsOf(response)
  })
}

/** 2.4 and 2.6, at level should: an id identifies its completion. */
function judgeCompletionIds(exchanges: readonly Exchange[]): Finding[] {
  return judgeUnique('completion-id-unique', 'completions', exchanges, (exchange) => {
    const form = recognise(exchange)
    return exchange.response && (form === 'completion' || form === 'stream') ? idsOf(exchange.response) : []
  })
}

/** The id of a completion, or those of the chunks of a stream. */
export const idsOf = (response: HttpResponse): string[] =>
  objectsIn(response).flatMap(({ id }) => (typeof id === 'string' ? [id] : []))

function judgeUnique(
  requirement: RequirementId,
  what: 'responses' | 'completions',
  exchanges: readonly Exchange[],
  idsIn: (exchange: Exchange) => readonly string[],
): Finding[] {
  const carriers = new Map<string, string[]>()
  for (const exchange of exchanges)
    for (const id of new Set(idsIn(exchange)))
      if (id !== '') carriers.set(id, [...(carriers.get(id) ?? []), exchange.id])
  const shared = [...carriers].flatMap(([id, [first = '', ...others]]) =>
    others.map(
      (other): Finding => ({
        requirement,
        outcome: 'fail',
        message: `two ${what} share ${what === 'responses' ? 'a request id' : 'an id'}`,
        expected: `another id for each of the ${what}`,
        actual: id,
        exchanges: [first, other],
      }),
    ),
  )
  const unique = [...carriers.values()].filter(({ length }) => length === 1).flat()
  if (unique.length === 0 || carriers.size < 2) return shared
  const message = `${unique.length} ${what} with different ids`
  return [...shared, { requirement, outcome: 'pass', message, exchanges: shared.length > 0 ? unique : [] }]
}

/** 4.1, at level should: lists with one key hold the same models, unless a catalog was changed during the run. */
function judgeLists(exchanges: readonly Exchange[]): Finding[] {
  const requirement = 'list-steady'
  const byKey = Map.groupBy(exchanges.filter(isPlainList), ({ request }) => keyIn(request.headers))
  return [...byKey].flatMap(([key, lists]): Finding[] => {
    const [one, ...more] = lists
    // Another check reports a list that was sent without a key; the project of such a list is unknown.
    if (key === undefined || !one || more.length === 0) return []
    const other = more.find((list) => modelsOf(list) !== modelsOf(one))
    if (!other) return [{ requirement, outcome: 'pass', message: `${lists.length} lists are the same`, exchanges: [] }]
    const [held, holds] = [listedIds(one), listedIds(other)]
    const apart = [
      ['without', held.filter((id) => !holds.includes(id))],
      ['with', holds.filter((id) => !held.includes(id))],
    ] as const
    return [
      {
        requirement,
        outcome: 'fail',
        message: `two lists of the ${keyRoleIn(one.request.headers) ?? key} key differ`,
        brief: 'two lists of one key differ',
        expected: 'the same models in both',
        actual: apart
          .flatMap(([word, ids]) => (ids.length > 0 ? `${word} ${ids.slice(0, 3).join(', ')}` : []))
          .join('; '),
        at: '/data',
        exchanges: [one.id, other.id],
      },
    ]
  })
}

const keyIn = (headers: Exchange['request']['headers']): string | undefined =>
  headerIn(headers, 'authorization')?.replace(/^bearer /i, '')

function isPlainList(exchange: Exchange): boolean {
  const { request, response } = exchange
  return request.path === '/v1/models' && response?.complete === true && recognise(exchange) === 'list'
}

const modelsOf = (list: Exchange): string => [...new Set(listedIds(list))].sort().join('\n')
