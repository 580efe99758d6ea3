/** The examination, from the base URL to the stream. */
import { randomInt } from 'node:crypto'
import { complete, listModels } from '../../../suites/harness/http/request.ts'
import { plainBody } from '../../../suites/harness/run/plain-body.ts'
import type { Target } from '../../../suites/harness/target/target.ts'
import { aboutBaseUrl } from './base-url.ts'
import { aboutBetween } from './between.ts'
import { aboutCatalog, aboutRefusal } from './catalog.ts'
import { aboutDeclared } from './declared.ts'
import type { Diagnosis } from './diagnosis.ts'
import { aboutKey, aboutNoKey } from './key.ts'
import { Probe } from './probe.ts'
import { aboutSilence } from './reach.ts'
import { aboutStream } from './stream.ts'

export interface Examination {
  readonly diagnoses: readonly Diagnosis[]
  readonly requests: number
}

/** Examines a target with a few requests. */
export async function examine(target: Target): Promise<Examination> {
  const probe = new Probe(target)
  const diagnoses = await examined(probe).finally(() => probe.close())
  const elsewhere = diagnoses.some(
    ({ about, verdict }) => verdict === 'problem' && (about === 'base URL' || about === 'proxy'),
  )
  const between = probe.responded.length > 0 ? aboutBetween(probe.responded, !elsewhere) : []
  const declared = aboutDeclared(target, probe.responded)
  return { diagnoses: [...diagnoses, ...between, ...declared], requests: probe.sent }
}

/** Step by step: each one needs the one before it. */
async function examined(probe: Probe): Promise<Diagnosis[]> {
  const list = await probe.ask(listModels())
  const { response } = list
  if (!response) return aboutSilence(probe, list)
  const baseUrl = await aboutBaseUrl(probe, list, response)
  if (baseUrl.verdict === 'problem') return [baseUrl]
  const found = [baseUrl, ...aboutKey(response, probe.target.keys.valid ?? '')]
  if (response.status !== 200)
    return found.some(({ verdict }) => verdict === 'problem')
      ? found
      : [...found, aboutRefusal('catalog', 'the model list', response)]
  found.push(...aboutNoKey(await probe.ask(listModels({ form: null }))))
  const { diagnoses, model } = await aboutCatalog(probe, list)
  found.push(...diagnoses)
  if (model === undefined) return found
  const body = { ...plainBody(model, probe.target.limits.maxTokens, randomInt(2 ** 31)), stream: true }
  const stream = complete({ ...body, messages: [{ role: 'user', content: 'Count from one to ten in words.' }] })
  return [...found, aboutStream(await probe.ask(stream))]
}
