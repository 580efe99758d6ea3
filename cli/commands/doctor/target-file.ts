/** Checks the parts of a target file that only the profile full uses: the other keys and models, and the states. */
import { randomInt } from 'node:crypto'
import { complete } from '../../../suites/harness/http/request.ts'
import { plainBody } from '../../../suites/harness/run/plain-body.ts'
import { mistakeIn } from '../../../suites/harness/run/target-mistakes.ts'
import { once } from '../../../suites/harness/run/trial.ts'
import { type State, states, statusOf } from '../../../suites/harness/target/states.ts'
import { type Diagnosis, MAX_OF_FILE, note, ok, type Probe, problem } from './probe.ts'

/** What is known of the valid key: a model that responds, and its list. */
interface Known {
  readonly model: string
  readonly listed: readonly string[]
}

export async function aboutTargetFile(probe: Probe, known: Known): Promise<Diagnosis[]> {
  const { keys, provoke, limits } = probe.target
  if (Object.keys(keys).length === 1 && Object.keys(provoke).length === 0) return []
  if (limits.requests !== undefined && limits.requests < MAX_OF_FILE)
    return [note('target file', `its other keys and states are not checked: limits.requests is below ${MAX_OF_FILE}`)]
  const mistake = await mistakeIn(probe.ofFile, known)
  if (mistake) return [problem('target file', mistake.reason, mistake.mend)]
  const found = ok('target file', 'no mistake found in its other keys and models')
  return [found, ...(await aboutStates(probe, known.model))]
}

/** A limit may need many requests, so the doctor does not provoke it. */
const PROVOKED = states.filter((state) => state !== 'limited')

async function aboutStates(probe: Probe, model: string): Promise<Diagnosis[]> {
  const wrong: Diagnosis[] = []
  const met: State[] = []
  for (const state of PROVOKED) {
    const provocation = probe.target.provoke[state]
    if (!provocation) continue
    const body = plainBody(provocation.model ?? model, probe.target.limits.maxTokens, randomInt(2 ** 31))
    const { role, headers } = provocation
    const plan = complete(body, { role })
    const sent = { ...plan, headers: [...plan.headers, ...headers] }
    const { response, failure } = await probe.ofFile.ask({ name: `state-${state}` }, sent, once)
    const got = response?.status ?? failure?.code ?? 'no response'
    if (got === statusOf[state]) met.push(state)
    else wrong.push(note('target file', `provoke.${state} got ${got} instead of ${statusOf[state]}`, FIX))
  }
  return [...(met.length > 0 ? [ok('target file', `provoked: ${met.join(', ')}`)] : []), ...wrong]
}

const FIX = 'Check its key, model and headers in the target file. If they are right, a run shows more.'
