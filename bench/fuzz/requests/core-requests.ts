/** Requests for the core: a head drawn from what callers send, and a generated body, which is often damaged. */
import { isUtf8 } from 'node:buffer'
import fc from 'fast-check'
import { demo } from '../../../mock/index.ts'
import { completions } from './completion-text.ts'
import type { Draw } from './draw.ts'
import { mutated } from './mutations.ts'

/** The project of the key, which determines what the caller is allowed to do. */
export type Standing = 'main' | 'second' | 'empty' | 'disabled' | 'limited' | 'unauthorized'

export interface CoreRequest {
  readonly method: string
  readonly target: string
  readonly headers: ReadonlyMap<string, string>
  readonly standing: Standing
  readonly body: Buffer
  /** The body as text; undefined if it is not UTF-8. */
  readonly text: string | undefined
}

const [, SECRET = ''] = /^svc_main_(.*)$/.exec(demo.valid) ?? []

const CALLERS: readonly (readonly [header: string | undefined, standing: Standing])[] = [
  [`bearer ${demo.valid}`, 'main'],
  [`Bearer ${demo.second}`, 'second'],
  [`Bearer ${demo.empty}`, 'empty'],
  [`Bearer ${demo.disabled}`, 'disabled'],
  [`Bearer ${demo.limited}`, 'limited'],
  [undefined, 'unauthorized'],
  ['', 'unauthorized'],
  ['Bearer', 'unauthorized'],
  [`Basic ${demo.valid}`, 'unauthorized'],
  [demo.valid, 'unauthorized'],
  [`Bearer ${demo.valid}x`, 'unauthorized'],
  [`Bearer svc__proto___${SECRET}`, 'unauthorized'],
  [`Bearer svc_constructor_${'k'.repeat(9_000)}`, 'unauthorized'],
  [`Bearer ${demo.valid}, Bearer ${demo.valid}`, 'unauthorized'],
  ['Bearer svc_main_\u00ff\u0000', 'unauthorized'],
]

const PLACES: readonly (readonly [method: string, target: string])[] = [
  ['GET', '/v1/models'],
  ['GET', '/v1/models?limit=1&key=svc_main_x'],
  ['GET', 'http://other.test/v1/models'],
  ['POST', 'http://other.test:1/v1/chat/completions?a'],
  ['POST', '/v1/chat/completions/'],
  ['POST', '/v1/models'],
  ['OPTIONS', '*'],
  ['GET', ''],
  ['GET', '//v1/models'],
  ['GET', '/v1/models%00'],
  ['GET', '/v1/../v1/models'],
  ['__proto__', '/v1/chat/completions'],
  ['POST', `/v1/${'x'.repeat(9_000)}`],
  ['GET', 'http:'],
  ['PATCH', '/v1/v1/\u00ff\u0000'],
]

/** Extra headers, of which none asks for a fault that the mock could provide. */
const EXTRAS: readonly (readonly [name: string, value: string])[] = [
  ['x-svc-request-id', 'mine'],
  ['x-test-fault', 'no-such-fault'],
  ['x-test-fault', '__proto__'],
  ['x-test-fault', ';,=()"\\'],
  ['x-test-fault', '{"latency":1e999}'],
  ['content-length', 'NaN'],
  ['content-length', '99999999999999999999'],
  ['content-type', 'text/plain; charset=\u00ff'],
  ['x-stainless-retry-count', '-1e9'],
  ['sec-fetch-site', 'cross-site'],
  ['x-api-key', demo.valid],
]

/** Key, path and headers are each unusual once in this many times. One body in `DAMAGED` is damaged. */
const UNUSUAL = 16
const DAMAGED = 6

/** Bodies are generated in batches, because each call of the generator has to warm up. */
const ROW = 1_000

/** Yields requests endlessly; the same seed gives the same requests. */
export function* coreRequests(draw: Draw): Generator<CoreRequest, never> {
  for (;;) {
    for (const whole of fc.sample(completions, { numRuns: ROW, seed: draw.below(2 ** 31) })) {
      const sound = Buffer.from(whole)
      const body = draw.below(DAMAGED) === 0 && sound.length > 0 ? mutated(sound, draw) : sound
      yield { ...head(draw), body, text: isUtf8(body) ? body.toString() : undefined }
    }
  }
}

function head(draw: Draw): Omit<CoreRequest, 'body' | 'text'> {
  const isUnusual = (): boolean => draw.below(UNUSUAL) === 0
  const [authorization, standing] = isUnusual() ? draw.of(CALLERS) : ([`Bearer ${demo.valid}`, 'main'] as const)
  const [method, target] = isUnusual() ? draw.of(PLACES) : (['POST', '/v1/chat/completions'] as const)
  const headers = new Map<string, string>(isUnusual() ? [draw.of(EXTRAS)] : [])
  if (authorization !== undefined) headers.set('authorization', authorization)
  return { method, target, headers, standing }
}
