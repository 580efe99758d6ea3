/**
 * If a valid request is refused, the target breaks the requirement of the field that it does not accept. To find this
 * field, each member of the refused body is sent alone, added to the plain body.
 */
import type { RequirementId } from '../../catalogue/requirements.ts'
import { jsonObject, parseJson } from '../../http/exact-json.ts'
import type { KeyRole } from '../../http/key-forms.ts'
import { complete, type Plan, planKey, RawJson, toJson } from '../../http/request.ts'
import { accepted } from '../../judge/attempts.ts'
import type { Evidence } from '../../judge/evidence.ts'
import { annotation, conforms, propertiesOf, wireSchema } from '../../judge/schema.ts'
import { formOf } from '../../variation/attribution.ts'
import type { CheckContext } from '../check-context.ts'
import type { Trial } from '../trial.ts'

type Body = Record<string, unknown>

/** The requirement about a member of the request. */
function requirementOf(name: string, value: unknown): RequirementId {
  if (name === 'stream' && value === false) return 'request-stream-false'
  const member = propertiesOf(wireSchema('chat-completion-request'))[name]
  return annotation(member, 'x-requirement') ?? 'request-closed'
}

export function isRefused({ exchange, findings }: Trial): boolean {
  return exchange.response?.status !== 200 && findings.some(({ outcome }) => outcome === 'fail')
}

/** The plain body with one member of another body; the value undefined removes the member. */
function alone(plain: Body, name: string, value: unknown): Body {
  const body: Body = { ...plain, [name]: value }
  if (value === undefined) delete body[name]
  if (name === 'max_completion_tokens') delete body.max_tokens
  return body
}

/** A valid body, the key that it is sent with, and the plain body of the same kind. */
interface Asked {
  readonly title: string
  readonly body: Body
  readonly plain: Body
  readonly role: KeyRole
}

const isSame = (one: unknown, other: unknown): boolean => toJson(one) === toJson(other)

/** Members of a body that differ from the plain one, and those that it leaves out. */
function differences({ body, plain }: Asked): [name: string, value: unknown][] {
  const set = Object.entries(body).filter(([name, value]) => !isSame(plain[name], value))
  const isLimited = body.max_tokens !== undefined || body.max_completion_tokens !== undefined
  return plain.max_tokens === undefined || isLimited ? set : [...set, ['max_tokens', undefined]]
}

/** If messages are refused with any content, the cause is their roles or their number. */
async function requirementOfRoles(
  messages: readonly unknown[],
  attempt: (messages: unknown) => Promise<Trial>,
): Promise<RequirementId> {
  const ofUsers = await attempt(messages.map(() => ({ role: 'user', content: 'Hello.' })))
  return isRefused(ofUsers) ? 'request-messages' : 'message-role'
}

/** Members that are refused alone, each as evidence against its own requirement. */
async function refusedAlone(context: CheckContext, asked: Asked): Promise<Trial[]> {
  const { title, plain, role } = asked
  const control = complete(plain, { role })
  const found: Trial[] = []
  for (const [name, value] of differences(asked)) {
    const only = `${title}, only ${value === undefined ? 'without ' : ''}${name}`
    const options = { control, silent: true, isFollowUp: true }
    const planFor = (changed: unknown): Plan => complete(alone(plain, name, changed), { role })
    const attempt = (changed: unknown): Promise<Trial> =>
      context.try(only, planFor(changed), { kind: 'accepted' }, { ...options, shared: true })
    const single = await attempt(value)
    if (!isRefused(single)) continue
    // An earlier request of the connection may be the cause of a single refusal.
    const again = await context.try(only, { ...planFor(value), fresh: true }, { kind: 'accepted' }, options)
    if (!isRefused(again)) continue
    let requirement = value === undefined ? 'request-defaults' : requirementOf(name, value)
    if (name === 'messages' && Array.isArray(value)) {
      const roles = await attempt(value.map(({ role }: { role: unknown }) => ({ role, content: 'Hello.' })))
      requirement = isRefused(roles) ? await requirementOfRoles(value, attempt) : 'message-content'
    }
    found.push({ ...single, evidence: { ...single.evidence, requirement } })
  }
  return found
}

/** A body with no larger limits than plain requests have. */
function withinCap(body: Body, maxTokens: number): Body {
  const lower = ([name, value]: [string, unknown]): [string, unknown] =>
    /^max_(?:completion_)?tokens$/.test(name) && Number(value) > maxTokens ? [name, maxTokens] : [name, value]
  return Object.fromEntries(Object.entries(body).map(lower))
}

/** Whether a cap of the model or the project may be the reason of a refusal (4.2). */
export function mayExceedCap({ body }: Plan, maxTokens: number): boolean {
  const sent = typeof body === 'string' ? jsonObject(parseJson(body)) : undefined
  return sent !== undefined && !isSame(withinCap(sent, maxTokens), sent)
}

/** The maximum of both limits. */
export const INT64_MAX = '9223372036854775807'

/** The plain request with another limit, given as JSON text. */
export const limited = (context: CheckContext, field: string, value: string, set: Body = {}): Plan =>
  complete(context.body({ ...set, [field]: new RawJson(value) }, field === 'max_tokens' ? [] : ['max_tokens']))

/**
 * Sends members of a valid body. If they are refused, sends them again with limits no larger than those of plain
 * requests. Larger limits may be above a cap of the model or project (4.2).
 *
 * @param isUncapped whether the largest limit is accepted: then no cap is the reason of a refusal, which counts
 */
export async function tryWithinCap(
  context: CheckContext,
  title: string,
  members: Body,
  send: (title: string, members: Body) => Promise<Trial>,
  isUncapped?: () => Promise<boolean>,
): Promise<Trial> {
  const trial = await send(title, members)
  const lowered = withinCap(members, context.maxTokens)
  if (!isRefused(trial) || isSame(lowered, members)) return trial
  const fewer = await send(`${title}, fewer tokens`, lowered)
  return !isRefused(fewer) && (await isUncapped?.()) ? trial : fewer
}

/** Sends a valid body. If it is refused, the evidence is against members refused alone, or the check's requirement. */
export async function acceptBody(
  context: CheckContext,
  title: string,
  body: Body,
  as: 'completion' | 'stream',
  role: KeyRole = 'valid',
): Promise<void> {
  const plain = context.body({ model: body.model, ...(body.stream === true ? { stream: true } : {}) })
  const isOwn = body.model === context.model && role === 'valid'
  // A replay needs the check in the name of an optional request, and the name of a shared one lacks it.
  const options = { shared: isOwn, control: complete(plain, { role }), silent: true } as const
  const sent = new Map<Trial, Asked>()
  const send = async (title: string, body: Body): Promise<Trial> => {
    const trial = await context.try(title, complete(body, { role }), { kind: 'accepted', as }, options)
    sent.set(trial, { title, body, plain, role })
    return trial
  }
  // Another model or project may have a lower cap.
  const isUncapped = async (): Promise<boolean> =>
    isOwn && accepted(await context.look(limited(context, 'max_tokens', INT64_MAX))) === 'yes'
  const whole = await tryWithinCap(context, title, body, send, isUncapped)
  const asked = sent.get(whole)
  const found = asked && isRefused(whole) ? await refusedAlone(context, asked) : []
  for (const { evidence } of found.length > 0 ? found : [whole]) context.evidence.push(evidence)
}

/** The maximum length of a body to examine, in characters: longer bodies are sent for their length. */
const MAX = 10_000

/** The body of a plain completion as data; undefined if its headers, its length or its limit are special. */
function bodyOf(context: CheckContext, { operation, body, credential, ...plan }: Plan): Body | undefined {
  if (operation !== 'completions' || typeof body !== 'string' || body.length > MAX) return undefined
  const sent = jsonObject(parseJson(body))
  if (!sent || !conforms('chat-completion-request', sent)) return undefined
  const own = complete(sent, { role: credential?.role ?? 'valid' })
  if (planKey(own) !== planKey({ operation, body: own.body, credential, ...plan })) return undefined
  return mayExceedCap(own, context.maxTokens) ? undefined : sent
}

/**
 * Evidence against the target if it refused a valid request each time it was sent as a control, while it accepts the
 * plain one. Empty if only the messages are refused, since other checks cover those.
 */
export async function blameControl(context: CheckContext, plan: Plan): Promise<readonly Evidence[]> {
  const sent = bodyOf(context, plan)
  if (!sent) return []
  const role = plan.credential?.role ?? 'valid'
  const completion = { ...context.body(), model: sent.model }
  const plain: Body = plan.stream ? { ...completion, stream: true } : completion
  const title = 'a valid request that was a control'
  const asked = { title, body: { ...sent, messages: plain.messages }, plain, role }
  const isPlain = differences(asked).length === 0
  if (isPlain && !plan.stream) return []
  const control = complete(isPlain ? completion : plain, { role })
  const options = { shared: true, control, silent: true, requirement: formOf(plan), isFollowUp: true } as const
  const whole = await context.try(title, complete(asked.body, { role }), { kind: 'accepted' }, options)
  if (!isRefused(whole)) return []
  const found = await refusedAlone(context, asked)
  return (found.length > 0 ? found : [whole]).map(({ evidence }) => evidence)
}
