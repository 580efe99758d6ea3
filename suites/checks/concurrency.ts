/**
 * Several requests at the same time: each must get the response that it gets alone. The contract does not let one
 * request change the response to another. After a 429 the run waits, and sends the request again.
 */
import type { RequirementId } from '../harness/catalogue/requirements.ts'
import { Gate } from '../harness/client/gate.ts'
import { complete, kindOf, listModels, type Plan } from '../harness/http/request.ts'
import type { Expectation } from '../harness/judge/evidence.ts'
import { suite } from '../harness/run/check.ts'
import type { CheckContext } from '../harness/run/check-context.ts'
import { formOf } from '../harness/variation/attribution.ts'
import { ofFirstAlone } from './list-follow-ups.ts'
import { MIB, padded } from './rows/large-bodies.ts'

interface Member {
  readonly plan: Plan
  readonly expectation: Expectation
  /** The requirement that a wrong response breaks. */
  readonly requirement: RequirementId
  /** A valid request: of one that must be refused, or in a project that may have a cap below the plain limit (4.2). */
  readonly control?: Plan
}

type Members = Readonly<Record<string, Member>>

const says = (content: string): Record<string, unknown> => ({ messages: [{ role: 'user', content }] })

function valid(plan: Plan): Member {
  return { plan, expectation: { kind: 'accepted', as: kindOf(plan) }, requirement: formOf(plan) }
}

function refused(
  plan: Plan,
  requirement: RequirementId,
  control: Plan,
  statuses: readonly number[],
  more: { readonly fields?: readonly string[]; readonly oversize?: true } = {},
): Member {
  return { plan, expectation: { kind: 'rejected', statuses, ...more }, requirement, control }
}

/** Sends all members at once. Their controls are sent first, one by one, to show the usual response to each kind. */
async function together(context: CheckContext, members: Members): Promise<void> {
  const size = Object.keys(members).length
  // Each member may need a control.
  if (!(await context.drawsAgain(2 * size, size, size))) return
  for (const { control } of Object.values(members)) if (control) await context.look(control)
  const gate = new Gate(size, context.session.live.limiter.lanes)
  await Promise.all(
    Object.entries(members).map(([title, { plan, expectation, requirement, control }]) =>
      context.try(`${title}, among others at once`, plan, expectation, {
        requirement,
        control,
        gate,
        // A varied request that is refused is repeated alone, and the repetition would decide the verdict.
        plainly: expectation.kind === 'rejected',
      }),
    ),
  )
}

const WITH_USAGE = { stream_options: { include_usage: true } }

/** One of each kind of response that a single key gets, and two of the largest. */
function ofOneKey(context: CheckContext): Members {
  const [plain, bad] = [context.plain(), context.complete({ temperature: 3 })]
  const unlisted = complete({ ...context.body(), model: context.unknownModel })
  return {
    'a completion': valid(context.complete(says('Say: one.'))),
    'another completion': valid(context.complete({ ...says('Say: two.'), temperature: 0.5 })),
    'a stream': valid(context.complete({ ...says('Count from one to ten in words.'), stream: true })),
    'a stream that stop cuts': valid(
      context.complete({ ...says('Say: one two three'), stream: true, stop: 'e', ...WITH_USAGE }),
    ),
    'the model list': valid(listModels()),
    'temperature 3': refused(bad, 'request-temperature', plain, [400], { fields: ['temperature'] }),
    'an unknown model': refused(unlisted, 'model-not-found', plain, [404], { fields: ['model'] }),
    'more than 1 MiB': refused(padded(context, MIB + 1), 'request-size-refused', plain, [413], { oversize: true }),
    'an unknown key': refused(context.plain({ form: 'unknown' }), 'auth-unknown-key', plain, [401]),
  }
}

/** Two projects with the same requests: each key gets its own models and its own list, whatever other callers do. */
function ofTwoProjects(context: CheckContext): Members {
  const { foreign } = context.target.models
  const second = { ...context.body(), model: foreign }
  const control = complete(second, { role: 'second' })
  const stream = complete({ ...second, stream: true }, { role: 'second' })
  return {
    'a stream of the second project': { ...valid(stream), control },
    'the list of the second project': {
      plan: listModels({ role: 'second' }),
      // A model may be missing from one list for a short time, but models of the other project never belong there.
      expectation: { kind: 'lists', excludes: ofFirstAlone(context) },
      requirement: 'auth-project-catalog',
    },
    'the list of the first project': {
      plan: listModels(),
      expectation: { kind: 'lists', excludes: [foreign ?? ''] },
      requirement: 'auth-project-catalog',
    },
    "the second project's model with the first key": refused(complete(second), 'model-not-authorized', control, [404], {
      fields: ['model'],
    }),
  }
}

export const concurrency = suite('concurrency', [
  {
    covers: 'completion-json',
    id: 'completion-json.at-once',
    title: 'requests of every kind get the same responses at once as alone',
    alone: true,
    extra: true,
    run: (context) => together(context, ofOneKey(context)),
  },
  {
    covers: 'auth-project-catalog',
    id: 'auth-project-catalog.at-once',
    title: 'requests of two projects get the same responses at once as alone',
    profile: 'full',
    needs: ['key:second', 'model:foreign'],
    alone: true,
    extra: true,
    run: (context) => together(context, ofTwoProjects(context)),
  },
])
