/** What a recording keeps of a request, without text and keys, to find the response for a similar request. */
import { hash } from 'node:crypto'
import { isObject, parseBytes } from '../../../suites/harness/http/exact-json.ts'
import { operationOf } from '../../../suites/harness/traffic/readable.ts'
import type { SeenExchange } from '../../../suites/harness/traffic/seen.ts'

export interface Asked {
  readonly operation: 'models' | 'completion'
  readonly stream: boolean
  /** Whether it has a key, the model, the roles of its messages, and the members of section 4.2 that it has. */
  readonly shape: string
  /** 16 bits of a digest of its body: enough to distinguish a few requests, too few to confirm a guessed prompt. */
  readonly exact: string
}

const MEMBERS = 'temperature top_p max_tokens max_completion_tokens stream stream_options n stop'.split(' ')
const ROLES: Readonly<Record<string, string>> = { system: 's', user: 'u', assistant: 'a' }

/** Undefined if the contract does not define the requested operation. */
export function askedOf(request: SeenExchange['request']): Asked | undefined {
  const operation = operationOf(request)
  if (operation === 'other') return undefined
  const { body, headers = [] } = request
  const bytes = body ? ('bytes' in body ? body.bytes : Buffer.from(body.text)) : Buffer.alloc(0)
  const key = headers.some(([name]) => name.toLowerCase() === 'authorization') ? 'key' : 'no-key'
  const exact = hash('sha256', bytes).slice(0, 4)
  if (operation === 'models') return { operation, stream: false, shape: key, exact: '' }
  const parsed = parseBytes(bytes)
  const value = parsed.ok && isObject(parsed.value) ? parsed.value : {}
  const { model, messages, stream } = value
  const roles = (Array.isArray(messages) ? messages : []).map((one) =>
    isObject(one) ? (ROLES[String(one.role)] ?? '?') : '?',
  )
  const name = typeof model === 'string' && /^svc\/[a-z0-9-]{1,80}$/.test(model) ? model : 'no-model'
  const members = MEMBERS.filter((member) => Object.hasOwn(value, member))
  const shape = [key, name, roles.join('') || 'no-messages', ...members].join(' ')
  return { operation: 'completion', stream: stream === true, shape, exact }
}
