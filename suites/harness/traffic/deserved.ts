/** Judges a recorded response by what its request deserves, with the same judge as a run. */
import { type RequirementId, requirement } from '../catalogue/requirements.ts'
import { errorOf, recognise } from '../http/answer.ts'
import { isObject } from '../http/exact-json.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Consistency } from '../judge/attempts.ts'
import type { Expectation } from '../judge/evidence.ts'
import { judgeEvidence } from '../judge/expectations.ts'
import type { Finding } from '../judge/finding.ts'
import type { Readable } from './readable.ts'
import { type Deserved, MAX_BODY_BYTES } from './request-rules.ts'

/** A recorded request was not repeated to confirm its response. */
const ONCE: Consistency = {
  isSame: false,
  isSteady: false,
  isBroken: false,
  isTransient: false,
  isMixed: false,
  between: [],
}

/** Statuses that follow from rights, from limits or from the state of the gateway: a record cannot say whether they were right. */
const OF_STATE: readonly number[] = [401, 403, 404, 429, 500, 502, 503, 504]

/** Fields whose values no policy of a project limits. */
const UNCAPPED: Readonly<Record<string, RequirementId>> = {
  temperature: 'request-temperature',
  top_p: 'request-top-p',
  n: 'request-n',
  stop: 'request-stop',
  stream: 'request-stream',
  stream_options: 'request-stream-options',
}

/** @param control a valid request that was accepted, as far as one was seen */
export function judgeDeserved(
  { exchange, has, asked }: Readable,
  { faults, statuses }: Deserved,
  control: Exchange | undefined,
): readonly Finding[] {
  const { status } = exchange.answer
  const judge = (id: RequirementId, expectation: Expectation): Finding[] =>
    judgeEvidence(
      { check: '', requirement: id, title: 'request', exchange: exchange.id, expectation },
      exchange,
      control,
      ONCE,
    )
  if (faults.length > 0) {
    if (OF_STATE.includes(status) && !(status === 404 && statuses.includes(404))) return []
    const all = faults.flatMap(({ fields }) => fields)
    const fields = faults.every(({ fields: own }) => own.length > 0) ? { fields: all } : {}
    const ids = new Set(faults.map(({ requirement: id }) => id))
    const musts = [...ids].filter((id) => requirement(id).level === 'must')
    const findings = musts.flatMap((id) => judge(id, { kind: 'rejected', statuses, ...fields }))
    // One status cannot show which of several faults was noticed.
    return musts.length === 1 && ids.size === 1 && status !== 404
      ? findings
      : findings.filter(({ outcome, requirement: id }) => outcome === 'fail' || !ids.has(id))
  }
  const form = exchange.request.stream ? 'stream' : 'completion'
  if (status === 200)
    return has.has('body')
      ? judge(form === 'stream' ? 'stream-started' : 'completion-json', { kind: 'accepted', as: form })
      : []
  if (status === 413 && asked && asked.bytes.length <= MAX_BODY_BYTES)
    return judge('request-size-accepted', { kind: 'accepted' })
  const param = status === 400 && has.has('body') ? errorOf(exchange.answer)?.param : undefined
  const id = typeof param === 'string' && isObject(asked?.value) && param in asked.value ? UNCAPPED[param] : undefined
  return id ? judge(id, { kind: 'accepted' }) : []
}

/** Whether an exchange may be the control of others. */
export const isControl = ({ exchange, has }: Readable, deserves: Deserved | undefined): boolean =>
  deserves?.faults.length === 0 && has.has('body') && recognise(exchange) !== undefined
