/** A plan as it is sent. Only this file adds keys to requests. */
import type { Header } from '../../http/exchange.ts'
import { isChanged, type KeyRole, present } from '../../http/key-forms.ts'
import { bodyOf, bodyWith, inOrder, type Plan, without, withQuery } from '../../http/request.ts'
import type { Network } from '../../target/network.ts'

/** What a client adds to each plan. */
export interface Additions {
  readonly keys: Partial<Record<KeyRole, string>>
  /** Prefix of each plan's path. */
  readonly prefix: string
  /** Headers for a forward proxy. */
  readonly forProxy: readonly Header[]
  /** Headers for every request, from the target file or the command line, and their names. */
  readonly given: Network['headers']
  readonly namesGiven: readonly string[]
}

/**
 * @returns what goes over the wire, keys included, and what is left of a mutated key: a response may hold it
 * @throws Error where the target has no key of the role
 */
export function prepared(plan: Plan, { keys, prefix, forProxy, given = [], namesGiven }: Additions) {
  const headers: string[] = forProxy.flat()
  let path = `${prefix}${plan.path}`
  let body = bodyOf(plan)
  let secrets: string[] = []
  const presented: Header[] = []
  if (plan.credential) {
    const key = keys[plan.credential.role]
    if (key === undefined) throw new Error(`no key for the role '${plan.credential.role}'`)
    const { headers: own = [], query = [], member } = present(plan.credential.form, key, keys)
    presented.push(...own)
    path = withQuery(
      path,
      query.map(([name, value]) => [name, encodeURIComponent(value)] as const),
    )
    body = bodyWith(plan, member)
    if (isChanged(plan.credential.form)) secrets = own.map(([, value]) => value.replace(/^Bearer /, ''))
  }
  for (const [name, value] of inOrder(without([...presented, ...plan.headers], namesGiven), plan))
    headers.push(/^expect$/i.test(name) ? 'x-expect' : name, value)
  for (const { name, value } of given) headers.push(name, value)
  return { headers, path, body, secrets }
}
