/** Whether a gateway could distinguish valid requests of a run from those of recorded clients, apart from texts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startMock } from '../../../../mock/index.ts'
import type { Profile } from '../../../../suites/harness/catalogue/profiles.ts'
import { type Header, pairsOf } from '../../../../suites/harness/http/exchange.ts'
import { certify } from '../../../../suites/harness/run/certify.ts'
import { callers } from '../../../../suites/harness/variation/callers.ts'
import { allChecks } from '../../../../suites/index.ts'
import { cheatingGateway, type Rule, type Seen } from '../../../adversary/cheats/gateway.ts'
import { gatewayTarget } from '../../../prove/gateway-target.ts'

/** The eight clients that the gateway knows. */
const REAL = /^(?:Python\/(?:openai|openai-async|httpx)|JavaScript\/(?:openai|axios|got|node-fetch)|Go\/resty)$/

/** Headers that depend on the machine, the key or the length of the text. */
const NOT_OF_CLIENT = /^(?:host|authorization|content-length|x-stainless-(?:arch|os|runtime-version))$/i

/** Members that depend on the program, not on its client library. */
const OPTIONAL = ['max_tokens', 'stream']

/** The nested member names, in order. */
function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(shapeOf).join()}]`
  if (typeof value !== 'object' || value === null) return '_'
  const known = Object.entries(value).filter(([name]) => !OPTIONAL.includes(name))
  return `{${known.map(([name, each]) => `${name}:${shapeOf(each)}`)}}`
}

/** All that a gateway sees of a request, except the values of its members. */
function looks(headers: readonly Header[], body: string): string {
  const shown = headers.map(([name, value]) => (NOT_OF_CLIENT.test(name) ? name : `${name}: ${value}`))
  const members = body === '' ? '' : shapeOf(JSON.parse(body))
  const style = /"\s*:\s/.test(body) ? 'spaced' : 'compact'
  return [...shown, members, style].join('\n')
}

const real = callers()
  .filter(({ name }) => REAL.test(name))
  .flatMap(({ requests: { list, completion, stream } }) => [list, completion, stream])
  .map((request) => looks(request?.headers ?? [], request?.body ?? ''))

const MEMBERS = ['model', 'messages', 'max_tokens', 'stream', 'stream_options']

/** Whether a request is valid; others always reveal a test. */
function isValid({ head, body }: Seen): boolean {
  if (head.headers.authorization === undefined) return false
  if (body === '') return head.url === '/v1/models'
  try {
    const { model, ...rest } = JSON.parse(body) as Readonly<Record<string, unknown>>
    return model === 'svc/echo-1' && Object.keys(rest).every((name) => MEMBERS.includes(name))
  } catch {
    return false
  }
}

/** The valid requests of a run, as they arrive. */
async function ours(profile: Profile, seed: number): Promise<string[]> {
  await using mock = await startMock()
  const all: string[] = []
  const noting: Rule = (seen) => {
    const { rawHeaders } = seen.head
    const headers = pairsOf(rawHeaders)
    if (isValid(seen)) all.push(looks(headers, seen.body))
    return true
  }
  await using gateway = await cheatingGateway(mock.url, noting, 0)
  await certify({ target: { ...gatewayTarget(mock), baseUrl: gateway.url }, checks: allChecks, profile, seed })
  return all
}

const seeds = (from: number, count: number): number[] => Array.from({ length: count }, (_, at) => from + at)

/** The share of correct guesses by a decision table of known requests, with equal weight for ours and real ones. */
function accuracyOf(known: readonly string[], fresh: readonly string[]): number {
  const shareOf = (of: readonly string[], one: string): number => of.filter((each) => each === one).length / of.length
  const isGuessedOurs = (one: string): boolean => shareOf(known, one) >= shareOf(real, one)
  const right = (of: readonly string[], isOurs: boolean): number =>
    of.filter((one) => isGuessedOurs(one) === isOurs).length / of.length
  return (right(fresh, true) + right(real, false)) / 2
}

async function measured(profile: Profile, trained: number, tried: number): Promise<number> {
  const all = async (of: readonly number[]): Promise<string[]> => {
    const found: string[] = []
    for (const seed of of) found.push(...(await ours(profile, seed)))
    return found
  }
  return accuracyOf(await all(seeds(1, trained)), await all(seeds(1001, tried)))
}

test('a decision table trained on 20 seeds recognises at most 60 % of the valid requests of smoke', async (context) => {
  const accuracy = await measured('smoke', 20, 20)
  context.diagnostic(`accuracy ${(100 * accuracy).toFixed(1)} %`)
  assert.ok(accuracy <= 0.6, `${accuracy}`)
})
