/** Other spellings of the paths, and another media type: a gateway may perform the operation, and check no key there. */
import { inDrawnOrder } from '../../harness/arbitraries/draws.ts'
import type { Plan } from '../../harness/http/request.ts'
import { recognise } from '../../harness/http/response.ts'
import type { CheckOptions } from '../../harness/run/check.ts'
import type { CheckContext } from '../../harness/run/check-context.ts'
import { single } from '../../harness/run/trial.ts'
import { RESERVE } from '../rows/elsewhere.ts'
import { planFor } from './wrong-keys.ts'

/** Spellings that servers and proxies read as the same path, or that exempt a path from the check of the key. */
const SPELLINGS: Readonly<Record<string, (path: string) => string>> = {
  'a slash after the path': (path) => `${path}/`,
  'two slashes before the path': (path) => `/${path}`,
  'two slashes inside the path': (path) => path.replace('/v1/', '/v1//'),
  'a path in upper case': (path) => path.toUpperCase(),
  'a path with a capital letter': (path) => path.replace(/\/(\w)(?=\w*$)/, (_, letter) => `/${letter.toUpperCase()}`),
  'a percent escape in the path': (path) => path.replace(/s$/, '%73'),
  'an escaped slash in the path': (path) => path.replace(/\/(?=\w+$)/, '%2F'),
  'a dot segment in the path': (path) => path.replace('/v1/', '/v1/./'),
  'a parent segment before the path': (path) => `/health/..${path}`,
  'a parameter after the path': (path) => `${path};a=b`,
}

type Change = (plan: Plan) => Partial<Plan>

const respellings: Readonly<Record<string, Change>> = Object.fromEntries(
  Object.entries(SPELLINGS).map(([name, spell]) => [name, ({ path }) => ({ path: spell(path) })]),
)

/** The changes of a request that may avoid the check of its key, by operation. */
const CHANGES = {
  models: { ...respellings, 'an extension after the path': ({ path }: Plan) => ({ path: `${path}.json` }) },
  completions: { ...respellings, 'a body of type text/plain': () => ({ headers: [['content-type', 'text/plain']] }) },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Change>>>>

const OPERATIONS = ['models', 'completions'] as const

const REFUSALS = [401, 403, 404]

/** The number of changes that core sends for each operation. */
const SHARE = 3

/** Sends a request without a key, changed in one place. Only an operation that is performed counts. */
async function refuse(context: CheckContext, operation: (typeof OPERATIONS)[number], change: string): Promise<void> {
  const plain = planFor(context, operation, { form: null })
  const changes: Readonly<Record<string, Change>> = CHANGES[operation]
  const plan: Plan = { ...plain, operation: 'other', ...changes[change]?.(plain) }
  const options = { control: planFor(context, operation), retry: single, silent: true, plainly: true } as const
  const title = `${operation} with no key, ${change}`
  const { evidence, exchange } = await context.try(title, plan, { kind: 'denied' }, options)
  const { request, response } = exchange
  // Another response may be a page of the deployment, a redirection, a limit or a transient error.
  const isServed = recognise({ ...exchange, request: { ...request, operation } }) !== undefined
  if (isServed || REFUSALS.includes(response?.status ?? 0)) context.evidence.push(evidence)
}

export const otherPaths: CheckOptions = {
  covers: 'auth-missing-key',
  id: 'auth-missing-key.paths',
  title: 'a request without a key performs no operation, however its path is spelled or its body labelled',
  modelless: true,
  extra: true,
  run: async (context) => {
    for (const operation of OPERATIONS) {
      if (operation === 'completions' && context.preflight.model === undefined) continue
      const keyless = await context.look(planFor(context, operation, { form: null }))
      // If the path itself needs no key, another check says so.
      if (recognise(keyless) !== undefined) continue
      const drawn = inDrawnOrder(Object.keys(CHANGES[operation]), context.seed, (change) => `${operation} ${change}`)
      const chosen = context.within('full') ? drawn : drawn.slice(0, SHARE)
      for (const [at, change] of chosen.entries()) {
        if (!(await context.drawsAgain(RESERVE, chosen.length - at))) return
        await refuse(context, operation, change)
      }
    }
  },
}
