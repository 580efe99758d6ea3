/**
 * A valid request that is refused breaks the requirement of the field that the target does not accept. To find it,
 * each member of the refused body is sent alone, on the plain body.
 */

import type { RequirementId } from '../../catalogue/requirements.ts'
import { complete } from '../../http/request.ts'
import { annotation, type Schema, wireSchema } from '../../judge/schema.ts'
import type { CheckContext } from '../check-context.ts'
import type { Trial } from '../trial.ts'

type Body = Record<string, unknown>

/** The requirement that speaks of a member of the request. */
function requirementOf(name: string, value: unknown): RequirementId {
  if (name === 'stream' && value === false) return 'request-stream-false'
  const properties = wireSchema('chat-completion-request').properties as Record<string, Schema>
  return annotation(properties[name], 'x-requirement') ?? 'request-closed'
}

function refused({ exchange, findings }: Trial): boolean {
  return exchange.answer?.status !== 200 && findings.some(({ outcome }) => outcome === 'fail')
}

function isMessages(value: unknown): value is { role: string; content: string }[] {
  return Array.isArray(value)
}

/** The plain body with one member of another body. */
function alone(plain: Body, name: string, value: unknown): Body {
  const body: Body = { ...plain, [name]: value }
  if (name === 'max_completion_tokens') delete body.max_tokens
  return body
}

/** Sends a valid body. Where it is refused, the evidence blames the member that is refused alone, and the check's own requirement otherwise. */
export async function acceptBody(
  context: CheckContext,
  title: string,
  body: Body,
  as: 'completion' | 'stream',
): Promise<void> {
  const plain = context.body(body.stream === true ? { stream: true } : {})
  const control = complete(plain)
  const whole = await context.try(
    title,
    complete(body),
    { kind: 'accepted', as },
    { shared: true, control, silent: true },
  )
  const found: Trial[] = []
  if (refused(whole)) {
    for (const [name, value] of Object.entries(body)) {
      if (JSON.stringify(plain[name]) === JSON.stringify(value)) continue
      const attempt = (changed: unknown): Promise<Trial> =>
        context.try(
          `${title}, only ${name}`,
          complete(alone(plain, name, changed)),
          { kind: 'accepted' },
          { shared: true, control, silent: true },
        )
      const single = await attempt(value)
      if (!refused(single)) continue
      let requirement = requirementOf(name, value)
      if (name === 'messages' && isMessages(value)) {
        const roles = await attempt(value.map(({ role }) => ({ role, content: 'Hello.' })))
        requirement = refused(roles) ? 'message-role' : 'message-content'
      }
      found.push({ ...single, evidence: { ...single.evidence, requirement } })
    }
  }
  for (const { evidence } of found.length > 0 ? found : [whole]) context.evidence.push(evidence)
}
