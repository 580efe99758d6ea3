/** A request as a record shows it: everything of the plan, and a placeholder wherever a key stands. */
import { keyVariable, present, recordedValue } from './credential.ts'
import type { Header, SentRequest } from './exchange.ts'
import type { Plan } from './request.ts'

/** Stands in for keys where only the names of headers matter. */
const NO_KEY = 'svc_no_key'

/** What `plan` looks like once it is sent. Knows no key, so that none can slip in. */
export function sentRequest(plan: Plan): SentRequest {
  const { operation, method, credential, framing, stream, model } = plan
  const headers: Header[] = []
  let path = plan.path
  if (credential) {
    const { headers: own = [], query } = present(credential.form, NO_KEY, {})
    for (const [name] of own) headers.push([name, recordedValue(credential)])
    if (query) path += `${path.includes('?') ? '&' : '?'}${query[0]}=$${keyVariable(credential.role)}`
  }
  headers.push(...plan.headers)
  return {
    operation,
    method,
    path,
    headers,
    body: plan.body === undefined ? undefined : Buffer.from(plan.body),
    framing,
    stream,
    ownRequestId: plan.headers.find(([name]) => name.toLowerCase() === 'x-svc-request-id')?.[1],
    model,
  }
}
