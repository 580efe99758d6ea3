/** `client --fuzz`: draws legal responses, and finds the smallest ones that break the client. */
import fc from 'fast-check'
import { stringify } from 'yaml'
import { reply, rewrite, type ScriptedStep } from '../../../../mock/index.ts'
import type { Scenario, ScenarioResult } from '../report.ts'
import { type Drawn, responses, usedBy, usualOf } from './space.ts'
import { bodyOf, offsetsOf, USAGE } from './written.ts'

type Play = (scenario: Scenario) => Promise<ScenarioResult>

interface Broken {
  readonly drawn: Drawn
  readonly result: ScenarioResult
}

/** The most causes to find for one kind of response. */
const MAX_CAUSES = 10

/** How often to repeat the smallest response until the client fails on it again. */
const MAX_ATTEMPTS = 10

/** Half of the responses are streams. Later draws avoid each cause that was found, so that it hides no other cause. */
export async function fuzz(play: Play, runs: number, seed: number) {
  const broken: Broken[] = []
  const begun = performance.now()
  for (const streams of [true, false]) {
    const without = new Set<string>()
    let left = Math.ceil(runs / 2)
    const usual = usualOf(streams)
    const result = await played(usual, play)
    // A client that breaks on a usual response, or sends no request, can show nothing else.
    if (!isFine(result)) {
      broken.push({ drawn: usual, result: { ...result, name: `fuzz-usual-${streams ? 'stream' : 'json'}` } })
      if (result.requests === 0) break
      continue
    }
    for (let round = 0; left > 0 && round < MAX_CAUSES; round++) {
      const property = fc.asyncProperty(responses(streams, without), async (drawn) => isFine(await played(drawn, play)))
      const { counterexample, numRuns } = await fc.check(property, { numRuns: left, seed: seed + round })
      left -= Math.max(1, numRuns)
      const [smallest] = counterexample ?? []
      if (!smallest) break
      const used = usedBy(smallest)
      broken.push({ drawn: smallest, result: await again(smallest, play, `fuzz-${broken.length + 1}`) })
      without.add(used[0]?.name ?? '')
    }
  }
  return summary(broken, runs, Math.round(performance.now() - begun))
}

const isFine = ({ standing }: ScenarioResult): boolean => standing === 'pass'

/** Confirms a failure by repeating the response: packets can merge in transit, so one attempt may not reproduce it. */
async function again(drawn: Drawn, play: Play, name: string): Promise<ScenarioResult> {
  for (let attempt = 1; ; attempt++) {
    const result = { ...(await played(drawn, play)), name }
    if (!isFine(result)) return result
    if (attempt === MAX_ATTEMPTS)
      return { ...result, standing: 'inconclusive', why: `the client broke on it once, and not in ${attempt} repeats` }
  }
}

function summary(broken: readonly Broken[], drawn: number, milliseconds: number) {
  const results = broken.map(({ result }) => result)
  if (results.length > 0) return { broken, results }
  const passed: ScenarioResult = {
    name: 'fuzz',
    gateway: `sends ${drawn} legal responses`,
    good: 'returns the text and the usage of each',
    rests: 'what the contract leaves open',
    standing: 'pass',
    outcome: 'returned',
    requests: drawn,
    milliseconds,
    findings: [],
  }
  return { broken, results: [passed] }
}

/** The mock's disturbance that makes it send the drawn response. */
function writtenAs(drawn: Drawn) {
  const body = bodyOf(drawn)
  const at = offsetsOf(drawn, body)
  return { body, ...(at.length > 0 && { at }) }
}

const stepOf = (drawn: Drawn): ScriptedStep => reply(textOf(drawn)).with(rewrite(writtenAs(drawn)))

const textOf = ({ pieces }: Drawn): string => pieces.join('')

async function played(drawn: Drawn, play: Play): Promise<ScenarioResult> {
  const used = usedBy(drawn)
  const isOfContract = used.every(({ rests }) => /^\d/.test(rests))
  const { usage } = drawn.values
  const isUnknown = usage === 'absent' || usage === 'null'
  const body = bodyOf(drawn)
  const differs = used.map(({ name }) => {
    if (name === 'cuts') return `packets begin at ${offsetsOf(drawn, body).join(', ')}`
    return `${name} is ${JSON.stringify(name === 'text' ? textOf(drawn) : drawn.values[name])}`
  })
  const result = await play({
    set: 'full',
    gateway: `sends a legal response${differs.length === 0 ? '' : ` in which ${differs.join(' and ')}`}`,
    good: 'returns the text and the usage',
    rests: used.map(({ rests }) => rests).join('; ') || '4.2: a usual response',
    streams: drawn.streams,
    expects: 'returned',
    level: isOfContract ? 'must' : 'should',
    text: textOf(drawn),
    ...(usage !== 'every chunk' && { usage: isUnknown ? 'unknown' : USAGE }),
    play: (project) => void project.always(stepOf(drawn)),
  })
  return { ...result, response: body }
}

export const fuzzFiles = (broken: readonly Broken[]): Readonly<Record<string, string>> => ({
  'client-fuzz.yaml': yamlOf(broken),
  'client-fuzz.test.ts': testOf(broken),
})

/** A mock configuration with one project per response, so that a key alone selects the response. */
function yamlOf(broken: readonly Broken[]): string {
  const projects = broken.map(({ drawn }, index) => {
    const replies = [{ reply: textOf(drawn), with: [{ name: 'rewrite', ...writtenAs(drawn) }] }]
    const keys = [`svc_fuzz-${index + 1}_not-a-secret`]
    return [`fuzz-${index + 1}`, { keys, models: ['svc/small'], replies }] as const
  })
  const configuration = { models: { 'svc/small': {} }, projects: Object.fromEntries(projects) }
  return `# svc-conformance mock --config client-fuzz.yaml\n${stringify(configuration, { lineWidth: 0 })}`
}

function testOf(broken: readonly Broken[]): string {
  const tests = broken.map(({ drawn }, index) => {
    const text = JSON.stringify(textOf(drawn))
    return `
test('a legal response is read whole (${index + 1})', async (context) => {
  const mock = await startMock()
  context.after(() => mock.close())
  const project = mock.project({ models: ['svc/small'] })
  project.always(reply(${text}).with(rewrite(${JSON.stringify(writtenAs(drawn))})))
  const text = await complete({ baseUrl: mock.url, key: project.key, model: 'svc/small', stream: ${drawn.streams} })
  assert.equal(text, ${text})
})
`
  })
  const imports = IMPORTS.map(([what, where]) => ['import', what, 'from', `'${where}'`].join(' '))
  return `// ./client.js is your client: complete() requests one completion, and returns its text.\n${imports.join('\n')}\n${tests.join('')}`
}

const IMPORTS = [
  ['assert', 'node:assert/strict'],
  ['{ test }', 'node:test'],
  ['{ reply, rewrite, startMock }', 'svc-conformance/mock'],
  ['{ complete }', './client.js'],
] as const
