/** Which requirement a value of the space is about: the one that a gateway breaks which refuses a valid request for it. */
import { type RequirementId, requirement } from '../catalogue/requirements.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Plan } from '../http/request.ts'
import type { Evidence } from '../judge/evidence.ts'
import type { ContentName, Dimension, Row } from './dimensions.ts'
import { isContent } from './dimensions.ts'

const FIELDS = {
  temperature: 'request-temperature',
  top_p: 'request-top-p',
  stop: 'request-stop',
  n: 'request-n',
  limit: 'request-max-completion-tokens',
  stream: 'request-stream-false',
  include_usage: 'request-stream-options',
} as const satisfies Record<Exclude<ContentName, 'text' | 'conversation'>, RequirementId>

const TALKS = {
  'one message': 'request-messages',
  'system first': 'message-role',
  'two users, a late system': 'message-role-order',
  'several turns': 'message-role',
  'two assistants first': 'message-role-order',
  'assistant last': 'message-role-order',
  '130 messages': 'request-messages',
} as const satisfies Record<Row['conversation'], RequirementId>

/** The requirement about the answer to a valid request as a whole. */
export function formOf({ operation, stream }: Pick<Plan, 'operation' | 'stream'>): RequirementId {
  return operation === 'models' ? 'models-list' : stream ? 'stream-started' : 'completion-json'
}

/** Evidence of a valid request that was refused although the same one was accepted, and not for a reason that passes. */
export function heldRefusal(
  check: { readonly id: string },
  plan: Plan,
  title: string,
  { exchange, again }: { readonly exchange: Exchange; readonly again: Exchange },
): Evidence {
  return {
    check: check.id,
    requirement: formOf(plan),
    title,
    exchange: exchange.id,
    expectation: { kind: 'accepted' },
    control: again.id,
  }
}

function about(dimension: Dimension, row: Row, form: RequirementId): RequirementId {
  if (dimension === 'writing') return form
  if (!isContent(dimension)) return 'client-headers-tolerated'
  if (dimension === 'conversation') return TALKS[row.conversation]
  if (dimension === 'text') return row.text === 'long' ? 'message-content-long' : 'message-content'
  return FIELDS[dimension]
}

/**
 * The requirement of a refusal that needs the values of these dimensions together. Where one of them only should be
 * taken, the whole only should. What is refused for more than one value is against none of its fields.
 *
 * @param cause.form the requirement about the answer as a whole
 * @param cause.alone the values are all that it needs, whatever was asked
 */
export function blamedFor(
  dimensions: readonly Dimension[],
  row: Row,
  cause: { readonly form: RequirementId; readonly alone: boolean },
): RequirementId {
  const { form, alone } = cause
  const all = [...new Set(dimensions.map((dimension) => about(dimension, row, form)))]
  const [one = form] = all
  if (alone && all.length === 1) return one
  return all.find((id) => requirement(id).level === 'should') ?? form
}
