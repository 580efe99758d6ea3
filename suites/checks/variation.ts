/** Fills the gaps that other checks leave: each kind of response is requested in every variation. */
import type { Exchange } from '../harness/http/exchange.ts'
import { complete, kindOf, type Plan } from '../harness/http/request.ts'
import { ENOUGH, isRefusedByGateway } from '../harness/judge/attempts.ts'
import { suite } from '../harness/run/check.ts'
import type { CheckContext } from '../harness/run/check-context.ts'
import { explainFailures } from '../harness/run/context/explaining.ts'
import { blameControl, mayExceedCap } from '../harness/run/generated/blame-field.ts'
import { forValid } from '../harness/run/trial.ts'
import { formOf, heldRefusal } from '../harness/variation/attribution.ts'
import type { RefusedControl } from '../harness/variation/varied-controls.ts'

export const variation = suite('variation', [
  {
    covers: 'client-headers-tolerated',
    id: 'client-headers-tolerated.space',
    kind: 'property',
    title: 'every kind of request, valid and refused, in every variation that real clients send',
    extra: true,
    last: true,
    run: async (context) => {
      const { variations, controls, variedControls } = context.session
      const varied = variedControls.allRefused()
      for (const refused of varied) await repeatVaried(context, refused)
      const repeated = new Set(varied.flat().map(({ exchange }) => exchange.id))
      const others = (await controls.refused()).filter(({ exchange }) => !repeated.has(exchange.id))
      for (const other of others.slice(0, MAX)) await repeatOther(context, other)
      if (variations.depth === 3) await openOthers(context)
      const gaps = [...variations.gaps(context.within('full'))]
      for (const [at, { kind, sample, row }] of gaps.entries()) {
        if (!(await context.drawsAgain(RESERVE, gaps.length - at))) return
        const { plan, expectation, requirement, control, own, title } = sample
        const { evidence, findings } = await context.try(`${kind}: ${title}`, plan, expectation, {
          row,
          requirement,
          control,
          own,
          silent: true,
        })
        // A state that has ended, such as an exceeded limit, must not weaken what the run has already shown of it.
        if (expectation.kind !== 'state' || !findings.every(({ outcome }) => outcome === 'not-evidenced'))
          context.evidence.push(evidence)
      }
    },
  },
  {
    covers: 'client-headers-tolerated',
    id: 'client-headers-tolerated.explained',
    title: 'what explains failures: a condition that pairs of requests confirm, or that they are intermittent',
    followUp: true,
    explains: true,
    extra: true,
    modelless: true,
    run: explainFailures,
  },
])

/** Requests to reserve: a request may need a control that no other check has sent. Retries have their own budget. */
const RESERVE = 1

/** The number of refused requests to repeat, not counting those of variations. */
const MAX = 6

/** The part of a refused control that a repetition needs. */
type Refused = Pick<RefusedControl, 'plan' | 'exchange'>

/** Sends the same request again, byte for byte; undefined if it is refused again. */
async function acceptedNow(context: CheckContext, plan: Plan, sent: Plan): Promise<Exchange | undefined> {
  const options = { requirement: formOf(plan), retry: forValid, isFollowUp: true }
  const { findings, exchange } = await context.verbatim(titleOf(plan), sent, { kind: 'accepted' }, options)
  return findings.every(({ outcome }) => outcome === 'pass') ? exchange : undefined
}

/**
 * Repeats a valid request that was refused. If it is accepted now, the refusal counts. If it is refused again as
 * invalid, but the plain request is accepted, that is a separate breach.
 */
async function repeatOther(context: CheckContext, refused: Refused): Promise<void> {
  const again = await acceptedNow(context, refused.plan, refused.plan)
  if (again) return hold(context, refused, again)
  if (refused.exchange.response?.status !== 400) return
  const known = new Set(context.evidence.map(({ exchange }) => exchange))
  context.evidence.push(...(await blameControl(context, refused.plan)).filter(({ exchange }) => !known.has(exchange)))
}

/** Records a refusal against the gateway, because the gateway has accepted the same request since. */
function hold(context: CheckContext, { plan, exchange }: Refused, again: Exchange): void {
  // Two deployments may have different caps.
  if (mayExceedCap(plan, context.maxTokens)) return
  context.evidence.push(heldRefusal(context.check, plan, `${titleOf(plan)}, refused as a control`, { exchange, again }))
}

/**
 * Repeats valid requests of one kind that were refused as controls, and so were not judged yet. If the same bytes are
 * accepted now, the variation was not the reason. Such a refusal counts if the gateway itself refused the request for
 * its content, or if it happened several times. A request that is refused again is sent with its variation.
 */
async function repeatVaried(context: CheckContext, controls: readonly RefusedControl[]): Promise<void> {
  const passed: { readonly refused: Refused; readonly again: Exchange }[] = []
  for (const refused of controls) {
    const { plan, row, control } = refused
    const again = await acceptedNow(context, plan, control)
    if (again) passed.push({ refused, again })
    // Whether long texts are accepted is a separate check.
    else if (row.text !== 'long') {
      const options = { requirement: formOf(plan), row, isFollowUp: true }
      await context.try(titleOf(plan), plan, { kind: 'accepted' }, options)
    }
  }
  const counting =
    passed.length < ENOUGH ? passed.filter(({ refused }) => isRefusedByGateway(refused.exchange)) : passed
  for (const { refused, again } of counting) hold(context, refused, again)
}

const TITLES = { list: 'a list', stream: 'a plain stream', completion: 'a plain completion' } as const
const titleOf = (plan: Plan): string => TITLES[kindOf(plan)]

/** Other models and the other project get every variation as well. */
async function openOthers(context: CheckContext): Promise<void> {
  const models = (await context.otherModels()).map((model) => ({ model, role: 'valid' as const }))
  const second =
    context.target.keys.second === undefined
      ? []
      : [{ model: await context.modelOf('second'), role: 'second' as const }]
  for (const { model, role } of [...models, ...second])
    for (const stream of [false, true]) {
      const plan = complete({ ...context.body(stream ? { stream: true } : {}), model }, { role })
      const title = `${stream ? 'a stream' : 'a completion'} of ${model}`
      const sample = { name: `${context.check.id}/${title}`, title, plan, control: plan, own: undefined }
      const expected = { expectation: { kind: 'accepted' }, requirement: 'model-listed-callable' } as const
      context.session.variations.open(title, { ...sample, ...expected })
    }
}
