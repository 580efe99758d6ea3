/**
 * Callers that disconnect, callers on slow lines, and callers over HTTP/1.0. They must leave no state that affects the
 * next caller: a valid request is still accepted, on an existing connection and on a new one.
 */
import { EXPECT_CONTINUE, JSON_TYPE, kindOf, listModels, other, type Plan } from '../harness/http/request.ts'
import { OUTCOME } from '../harness/judge/evidence.ts'
import { suite } from '../harness/run/check.ts'
import type { CheckContext } from '../harness/run/check-context.ts'
import type { Trial } from '../harness/run/trial.ts'
import { formOf } from '../harness/variation/attribution.ts'

/** A failure counts if it occurs after this many disconnects in a row: one may be chance. */
const LEAVINGS = 2

/**
 * Time for a gateway to notice a disconnect: several waits, since on a busy machine a single wait may end at once. It
 * is also long enough for the first request after a pause, whose connection to a backend may have ended.
 */
const NOTICED = { waits: 5, milliseconds: 130 }

const LONG = { messages: [{ role: 'user', content: 'Count from one to fifty in words.' }] }

/** A caller disconnects, and others send requests. A failure counts if it recurs after the next disconnect. */
async function leave(context: CheckContext, what: string, leaving: Plan, following: Record<string, Plan>) {
  // If the same request is refused even before any disconnect, a disconnect is not the cause.
  const controls = Object.values(following).map((plan) => context.plainControl(plan))
  const size = 1 + controls.length
  if (!(await context.drawsAgain(size + controls.length, size, size))) return
  for (const control of controls) await context.look(control)
  for (let time = 1; time <= LEAVINGS; time += 1) {
    const isFollowUp = time > 1
    const again = isFollowUp ? ', once more' : ''
    // The response that the caller does not wait for is not evidence.
    const options = { silent: true, isFollowUp }
    await context.try(`${what}${again}`, leaving, { kind: 'observed', what: 'label' }, options)
    for (let wait = 1; wait <= NOTICED.waits; wait += 1) await new Promise((go) => setTimeout(go, NOTICED.milliseconds))
    const trials: Trial[] = []
    for (const [title, plan] of Object.entries(following)) {
      const control = context.plainControl(plan)
      const options = { requirement: formOf(plan), control, silent: true, isFollowUp }
      const expectation = { kind: 'accepted', as: kindOf(plan) } as const
      trials.push(await context.try(`${title} after ${what}${again}`, plan, expectation, options))
    }
    const hasFailed = trials.some(({ findings }) => findings.some(({ outcome }) => outcome === 'fail'))
    if (hasFailed && time < LEAVINGS) continue
    context.evidence.push(...trials.map(({ evidence }) => evidence))
    return
  }
}

/** A request as nginx forwards it by default. */
const overHttp10 = (plan: Plan): Plan => ({
  ...plan,
  version: '1.0',
  fresh: true,
  headers: [...plan.headers, ['connection', 'close']],
})

async function askOverHttp10(context: CheckContext): Promise<void> {
  const { proxy, http2 } = context.target.network ?? {}
  if (proxy || http2) return
  const expecting = context.plain({ headers: [JSON_TYPE, EXPECT_CONTINUE] })
  await context.accept('a completion with Expect: 100-continue', expecting, {}, context.plain())
  // A server may refuse the version on any path, unlike the gateway itself (RFC 9110, 15.5.1, 15.5.22 and 15.6.6).
  const probe = overHttp10(other('GET', '/v1/no-such-path'))
  const { exchange } = await context.try('HTTP/1.0', probe, OUTCOME, { silent: true })
  if (!exchange.response || [400, 426, 505].includes(exchange.response.status)) return
  const [list, plain, stream] = [listModels(), context.plain(), context.complete({ stream: true })]
  const listed = await context.accept('models over HTTP/1.0', overHttp10(list), {}, list)
  const completed = await context.accept('completions over HTTP/1.0', overHttp10(plain), {}, plain)
  const streamed = await context.accept('a stream over HTTP/1.0', overHttp10(stream), {}, stream)
  if (streamed.exchange.response?.status === 200)
    context.also(streamed, 'stream-started', { kind: 'accepted', not: 'completion' })
  // A status over HTTP/1.0 may be that of a server in front, so only the form of this refusal counts.
  const refused = context.complete({ temperature: 9, ...(context.seed % 2 === 0 && { stream: true }) })
  if (completed.exchange.response?.status === 200)
    await context.try('temperature 9 over HTTP/1.0', overHttp10(refused), OUTCOME, { silent: true })
  const wrong = overHttp10(context.plain({ form: 'secret-replaced' }))
  // A server that cannot speak HTTP/1.0, such as one that sends interim responses to it, shows nothing about keys.
  if (listed.exchange.response)
    await context.deny('no key over HTTP/1.0', overHttp10(listModels({ form: null })), list, 'auth-missing-key')
  if (completed.exchange.response) await context.deny('a wrong secret over HTTP/1.0', wrong, plain, 'auth-wrong-secret')
}

export const callers = suite('callers', [
  {
    covers: 'stream-started',
    id: 'stream-started.after-hang-up',
    title: 'a request is served after another caller disconnected in mid-stream',
    alone: true,
    extra: true,
    run: (context) => {
      const leaving: Plan = { ...context.complete({ ...LONG, stream: true }), hangUp: 'after-first-bytes' }
      return leave(context, 'a caller who left in mid-stream', leaving, {
        'a stream': context.complete({ stream: true }),
        'a completion over a new connection': { ...context.plain(), fresh: true },
      })
    },
  },
  {
    covers: 'completion-json',
    id: 'completion-json.after-hang-up',
    title: 'a request is served after another caller disconnected before the response',
    alone: true,
    extra: true,
    run: (context) =>
      leave(
        context,
        'a caller who did not wait',
        { ...context.complete(LONG), hangUp: 'after-request' },
        {
          'a completion': context.plain(),
          'a list over a new connection': { ...listModels(), fresh: true },
        },
      ),
  },
  {
    covers: 'completion-json',
    id: 'completion-json.slow-upload',
    title: 'a body that arrives slowly is accepted or refused like any other',
    run: async (context) => {
      const slow = (plan: Plan): Plan => ({ ...plan, slow: true })
      const plain = context.plain()
      await Promise.all([
        context.accept('a completion over a slow line', slow(plain), { as: 'completion' }, plain),
        context.try(
          'temperature 9 in chunks over a slow line',
          { ...slow(context.complete({ temperature: 9 })), framing: 'chunked' },
          { kind: 'rejected', statuses: [400], fields: ['temperature'] },
          { requirement: 'request-temperature', control: plain },
        ),
      ])
    },
  },
  {
    covers: 'client-headers-tolerated',
    id: 'client-headers-tolerated.http-1.0',
    title: 'Expect: 100-continue changes no response, nor does HTTP/1.0 where it is accepted',
    extra: true,
    profile: 'full',
    run: askOverHttp10,
  },
])
