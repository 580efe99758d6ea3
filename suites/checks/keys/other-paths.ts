/** Other spellings of the paths: a gateway may find the operation under one of them, and check no key there. */
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
  'an extension after the path': (path) => `${path}.json`,
}

const OPERATIONS = ['models', 'completions'] as const

const REFUSALS = [401, 403, 404]

/** The number of spellings that core sends for each operation. */
const SHARE = 3

/** Sends a request without a key to another spelling of its path. Only an operation that is performed counts. */
async function refuse(context: CheckContext, operation: (typeof OPERATIONS)[number], spelling: string): Promise<void> {
  const plain = planFor(context, operation, { form: null })
  const plan: Plan = { ...plain, operation: 'other', path: SPELLINGS[spelling]?.(plain.path) ?? plain.path }
  const options = { control: planFor(context, operation), retry: single, silent: true, plainly: true } as const
  const title = `${operation} with no key, ${spelling}`
  const { evidence, exchange } = await context.try(title, plan, { kind: 'denied' }, options)
  const { request, response } = exchange
  // Another response may be a page of the deployment, a redirection, a limit or a transient error.
  const isServed = recognise({ ...exchange, request: { ...request, operation } }) !== undefined
  if (isServed || REFUSALS.includes(response?.status ?? 0)) context.evidence.push(evidence)
}

export const otherPaths: CheckOptions = {
  covers: 'auth-missing-key',
  id: 'auth-missing-key.paths',
  title: 'a request without a key to another spelling of a path performs no operation',
  modelless: true,
  extra: true,
  run: async (context) => {
    for (const operation of OPERATIONS) {
      if (operation === 'completions' && context.preflight.model === undefined) continue
      const keyless = await context.look(planFor(context, operation, { form: null }))
      // If the path itself needs no key, another check says so.
      if (recognise(keyless) !== undefined) continue
      const drawn = inDrawnOrder(Object.keys(SPELLINGS), context.seed, (spelling) => `${operation} ${spelling}`)
      const chosen = context.within('full') ? drawn : drawn.slice(0, SHARE)
      for (const [at, spelling] of chosen.entries()) {
        if (!(await context.drawsAgain(RESERVE, chosen.length - at))) return
        await refuse(context, operation, spelling)
      }
    }
  },
}
