import { isObject } from './body.ts'
import type { Report } from './rules.ts'

const ROLES = new Set<unknown>(['system', 'user', 'assistant'])

/** Checks the message array of 4.2 and the message table of 2.3. The contract allows roles in any order. */
export function checkMessages(value: unknown, name: string, report: Report): void {
  if (!Array.isArray(value)) {
    report('messages.type', name, 'must be an array of messages')
    return
  }
  if (value.length === 0) report('messages.few', name, 'must have at least 1 item; send a message')
  for (let at = 0; at < value.length; at++) {
    if (!isPlain(value[at])) checkMessage(value[at], `${name}[${at}]`, report)
  }
}

/** Fast path for the usual case, without computing any path: exactly two members, both valid. */
function isPlain(message: unknown): boolean {
  if (!isObject(message)) return false
  const { role, content } = message
  if (typeof content !== 'string' || content === '' || !ROLES.has(role)) return false
  for (const member in message) if (member !== 'role' && member !== 'content') return false
  return true
}

function checkMessage(message: unknown, at: string, report: Report): void {
  if (message === null) {
    report('message.null', at, 'must not be null; send { "role", "content" }')
    return
  }
  if (!isObject(message)) {
    report('message.type', at, 'must be an object; send { "role", "content" }')
    return
  }
  const { role, content } = message
  const known = 'must be one of system, user, assistant'

  if (!('role' in message)) report('role.required', `${at}.role`, `is missing; it ${known}`)
  else if (role === null) report('role.null', `${at}.role`, `must not be null; it ${known}`)
  else if (typeof role !== 'string') report('role.type', `${at}.role`, `must be a string; it ${known}`)
  else if (!ROLES.has(role)) report('role.enum', `${at}.role`, known)

  if (!('content' in message)) report('content.required', `${at}.content`, 'is missing; send the text of the message')
  else if (content === null) report('content.null', `${at}.content`, 'must not be null; send the text of the message')
  else if (typeof content !== 'string')
    report('content.type', `${at}.content`, 'must be a string; join parts into one text')
  else if (content === '') report('content.empty', `${at}.content`, 'must not be empty; send at least one character')

  for (const member in message) {
    if (member !== 'role' && member !== 'content')
      report('message.unknown', `${at}.${member}`, 'is not a member of a message here; leave it out (rule 1)')
  }
}
