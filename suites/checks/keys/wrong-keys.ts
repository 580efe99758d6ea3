/**
 * Requests without a valid key: each must get 401 (section 5). The seed draws the changes to the key, so that a few
 * requests give each operation each kind of change.
 */
import { seedFor } from '../../harness/arbitraries/draws.ts'
import type { RequirementId } from '../../harness/catalogue/requirements.ts'
import { isGenuine, type KeyForm, type KeyRole, singly } from '../../harness/http/key-forms.ts'
import { changedForm, changeNames, type Part, TENTHS } from '../../harness/http/key-parts.ts'
import { OTHER_SIGNS, TOKEN_SIGNS } from '../../harness/http/key-wrappings.ts'
import { complete, listModels, type Plan, type PlanOptions } from '../../harness/http/request.ts'
import { STATUSES } from '../../harness/judge/invariants.ts'
import type { CheckOptions } from '../../harness/run/check.ts'
import type { Ask, CheckContext } from '../../harness/run/check-context.ts'
import { names } from '../../harness/text/names.ts'

export const operations = ['models', 'completions', 'streams'] as const
export type KeyedOperation = (typeof operations)[number]

type Form = KeyForm | null

interface Refusal {
  readonly covers: RequirementId
  /** The forms that every operation gets. */
  readonly always?: readonly Form[]
  /** The forms that one operation gets, no matter which. */
  readonly once?: readonly Form[]
  /** In the profile full, every operation gets the forms of `once`. */
  readonly isThorough?: true
  /** Like `once`, but core sends only some of them. */
  readonly drawn?: readonly Form[]
  /** Parts of the key in which one character is changed. These forms are drawn as well. */
  readonly parts?: readonly Part[]
  /** Forms with a sign after the key. The seed draws two that `drawn` does not have. */
  readonly signs?: readonly KeyForm[]
  /** The number of drawn forms for each operation in core. */
  readonly share?: number
}

const refusals: readonly Refusal[] = [
  { covers: 'auth-missing-key', always: [null], once: ['empty-header', 'no-token'], isThorough: true },
  {
    covers: 'auth-malformed-key',
    once: names(
      'no-prefix no-secret upper-case-prefix hyphens blank-inside beyond-ascii word-after scheme-twice quoted',
    ),
    drawn: names(
      'plain-word sk-before empty-secret empty-id secret-alone bare-prefix single-quoted angle-brackets comma-before',
      'parameter-after named-token word-before twice twice-with-comma percent-encoded token-in-base64 undefined',
      'sign-after-" sign-after-, sign-after-; sign-after-/ sign-after-: sign-after-#7',
    ),
    parts: ['prefix'],
    signs: OTHER_SIGNS,
    share: 2,
  },
  {
    covers: 'auth-unknown-key',
    always: ['unknown'],
    once: ['unknown-id'],
    drawn: ['word-as-id'],
    parts: ['id'],
    share: 1,
  },
  {
    covers: 'auth-wrong-secret',
    always: ['secret-replaced'],
    once: names('secret-last-changed secret-cut secret-longer part-after secret-other-case secret-beyond-ascii'),
    drawn: names(
      'secret-first-changed twice-unparted secret-much-longer secret-percent secret-asterisk secret-reversed',
      'secret-underscores byte-inside sign-after-= sign-after-. sign-after--7',
    ),
    parts: ['secret'],
    signs: TOKEN_SIGNS,
    share: 2,
  },
  {
    covers: 'auth-other-scheme',
    always: ['no-scheme'],
    once: ['basic', 'token-scheme', 'token-scheme-named', 'scheme-with-colon', 'scheme-key'],
    drawn: names(
      'scheme-with-equals scheme-unparted scheme-after scheme-cut scheme-longer scheme-apikey scheme-oauth',
      'scheme-jwt scheme-negotiate basic-bare basic-password',
    ),
  },
  { covers: 'auth-key-elsewhere', always: ['other-headers', 'parameters'], once: ['member'] },
]

/** Wrong keys that every run of core or full presents, on one operation or on all. */
export const likelyForms: readonly Form[] = refusals.flatMap(({ always = [], once = [] }) => [...always, ...once])

/** A non-negative number that depends only on the seed and on `what`. */
const draw = (seed: number, what: string): number => seedFor(seed, what) >>> 0

/** Forms with one wrong character, one for each kind of change, and two forms with a sign after the key. */
function seededOf({ drawn = [], parts = [], signs = [] }: Refusal, { seed }: CheckContext): KeyForm[] {
  const changed = parts.flatMap((part) =>
    changeNames.map((change) => changedForm(part, change, draw(seed, `${part} ${change}`) % TENTHS)),
  )
  const others = signs.filter((sign) => !drawn.includes(sign))
  const shuffled = others.toSorted((one, other) => draw(seed, one) - draw(seed, other))
  return [...changed, ...shuffled.slice(0, 2)]
}

/** The forms for one operation. `once` and `drawn` forms are distributed over the operations in an order that the seed draws. */
function formsFor(refusal: Refusal, operation: KeyedOperation, context: CheckContext): Form[] {
  const { always = [], once = [], isThorough, drawn = [], share = 0 } = refusal
  const { seed } = context
  const dealt = (forms: readonly Form[]): Form[] => {
    const shuffled = forms.toSorted((one, other) => draw(seed, `${one}`) - draw(seed, `${other}`))
    return shuffled.filter((form, at) => {
      // The model list has no body that could have a member.
      const own = operations[at % operations.length]
      return operation === (form === 'member' && own === 'models' ? 'completions' : own)
    })
  }
  const own = dealt([...drawn, ...seededOf(refusal, context)])
  const isFull = context.within('full')
  return [...always, ...(isThorough && isFull ? once : dealt(once)), ...(isFull ? own : own.slice(0, share))]
}

export function planFor(context: CheckContext, operation: KeyedOperation, options: PlanOptions = {}): Plan {
  if (operation === 'models') return listModels(options)
  return complete(context.body(operation === 'streams' ? { stream: true } : {}), options)
}

/** The allowed statuses. The request may have a second fault: a parameter that 4.1 lacks, or an unknown member. */
function statusesOf(form: Form, operation: KeyedOperation): readonly number[] {
  const isParameter = form === 'parameters' || form?.startsWith('parameter-') === true
  if (isParameter && operation === 'models') return [401, ...STATUSES.query]
  return form === 'member' ? [401, 400] : [401]
}

function askOf(context: CheckContext, operation: KeyedOperation, form: Form, role: KeyRole = 'valid'): Ask {
  return {
    title: `${operation} with ${form ?? 'no key'}${role === 'valid' ? '' : ` of the ${role} key`}`,
    plan: planFor(context, operation, { role, form }),
    expectation: { kind: 'rejected', statuses: statusesOf(form, operation) },
    // For a disabled account even the right key is refused, so the control uses the valid key.
    control: planFor(context, operation, role === 'disabled' ? {} : { role }),
  }
}

/** Expects a refusal with 401, if the same request with the right key is accepted. */
export async function refuse(
  context: CheckContext,
  operation: KeyedOperation,
  form: Form,
  role: KeyRole = 'valid',
): Promise<void> {
  const { title, plan, control } = askOf(context, operation, form, role)
  const { response } = (await context.reject(title, plan, { statuses: statusesOf(form, operation), control })).exchange
  // The wrong key alone was refused: if it is accepted with other headers, these are the reason.
  if (form === 'unknown' && operation === 'completions' && response?.status === 401 && context.within('full')) {
    const extra = askOf(context, operation, 'beside-a-wrong-key', role)
    await context.deny(extra.title, extra.plan, control, 'auth-key-elsewhere')
  }
  if (response?.status !== 200 || form === null) return
  // The gateway reads the key in at least one of several locations. One request for each shows which.
  await Promise.all((singly[form] ?? []).map((place) => refuse(context, operation, place, role)))
}

function refused(refusal: Refusal, operation: KeyedOperation): CheckOptions {
  const { covers } = refusal
  return {
    covers,
    id: `${covers}.${operation}`,
    title: `${operation}: ${TITLES[covers] ?? covers}`,
    profile: covers === 'auth-missing-key' && operation !== 'streams' ? 'smoke' : 'core',
    modelless: operation === 'models',
    run: async (context) => {
      // If the target requires no key, a key in another location proves nothing.
      const isElsewhere = covers === 'auth-key-elsewhere'
      const keyless = isElsewhere ? await context.look(planFor(context, operation, { form: null })) : undefined
      if (keyless?.response?.status === 200) return
      const forms = context.within('core') ? formsFor(refusal, operation, context) : (refusal.always ?? []).slice(0, 1)
      const isWrong = (form: Form): boolean => form === null || !isGenuine(form, 'valid', context.target.keys)
      // Offer the forms that were not drawn, since refusals with 401 need more variations in any case.
      const others = [...(refusal.drawn ?? []), ...seededOf(refusal, context)].filter((form) => !forms.includes(form))
      context.offer(others.filter(isWrong).map((form) => askOf(context, operation, form)))
      await Promise.all(forms.filter(isWrong).map((form) => refuse(context, operation, form)))
    },
  }
}

const TITLES: Partial<Record<RequirementId, string>> = {
  'auth-missing-key': 'a request without a key is refused',
  'auth-malformed-key': 'a key of another form, or with something around it, is refused',
  'auth-unknown-key': 'a key that was never issued is refused, however similar to one that was',
  'auth-wrong-secret': 'another secret is refused, however similar to the right one',
  'auth-other-scheme': 'the key under another scheme, or under none, is refused',
  'auth-key-elsewhere': 'the key in other headers, in the URL or in the body is refused',
}

export const wrongKeys: readonly CheckOptions[] = refusals.flatMap((refusal) =>
  operations.map((operation) => refused(refusal, operation)),
)
