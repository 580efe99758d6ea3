/** Checks whether some model responds. */
import { randomInt } from 'node:crypto'
import { counted } from '../../../reporters/wording/counted.ts'
import type { Exchange, HttpResponse } from '../../../suites/harness/http/exchange.ts'
import { complete } from '../../../suites/harness/http/request.ts'
import { listedIds, recognise } from '../../../suites/harness/http/response.ts'
import { EMPTY_CATALOG, unlistedChat } from '../../../suites/harness/reachability/catalog.ts'
import { header, saidBy } from '../../../suites/harness/reachability/responses.ts'
import { plainBody } from '../../../suites/harness/run/plain-body.ts'
import { type Diagnosis, note, ok, type Probe, problem } from './probe.ts'

/** The most models to try. */
const CANDIDATES = 2

/** Looks for a model that responds, with as many requests as there are candidates. @returns the model, if there is one */
export async function aboutCatalog(probe: Probe, list: Exchange) {
  const { models, limits } = probe.target
  const ids = listedIds(list)
  const diagnoses: Diagnosis[] = [
    ids.length > 0
      ? ok('catalog', `${counted(ids.length, 'model is', 'models are')} listed`)
      : problem('catalog', EMPTY_CATALOG.found, EMPTY_CATALOG.fix),
  ]
  if (models.chat !== undefined && ids.length > 0 && !ids.includes(models.chat)) {
    const { found, fix } = unlistedChat(models.chat, ids)
    diagnoses.push(note('catalog', found, fix))
  }
  const candidates = models.chat === undefined ? ids.slice(0, CANDIDATES) : [models.chat]
  for (const model of candidates) {
    const exchange = await probe.ask(complete(plainBody(model, limits.maxTokens, randomInt(2 ** 31))))
    if (recognise(exchange) === 'completion')
      return { diagnoses: [...diagnoses, ok('completion', `${model} responds`)], model }
    const found = aboutModel(model, exchange, ids.includes(model))
    // Only a note, because the next candidate may show that a run is possible.
    diagnoses.push(model === candidates.at(-1) ? found : note(found.about, found.found, found.mend))
  }
  return { diagnoses }
}

/** What a status means, and what to do about it. */
const REFUSALS: Readonly<Record<number, readonly [means: string, fix: string]>> = {
  429: [': a limit is exceeded', "Wait, or raise the limits of the key's project."],
  500: [': an internal error', 'Look up the request id in the log of the gateway.'],
  503: [': unavailable', 'Wait until it recovers, or name another model in models.chat.'],
}

const OTHER = ['', 'The contract requires 200 for a plain request; a run shows more.'] as const

/** Explains an unsuccessful response when the address and the key are good. */
export function aboutRefusal(about: 'catalog' | 'completion', actor: string, response: HttpResponse): Diagnosis {
  const { status } = response
  if (status === 502 || status === 504) {
    const check = 'Check the proxy in front of the gateway, and its time limits.'
    return problem('proxy', `${actor} returns ${status}, which only a proxy does`, check)
  }
  const [means, fix] = REFUSALS[status] ?? OTHER
  const wait = status === 429 || status === 503 ? header(response, 'retry-after') : undefined
  const again = wait === undefined ? '' : ` Its Retry-After is ${wait} s.`
  return problem(about, `${actor} returns ${status}${means}${saidBy(response)}`, `${fix}${again}`)
}

function aboutModel(model: string, { response, failure }: Exchange, listed: boolean): Diagnosis {
  if (!response) {
    const fix = 'Check the time limits of the gateway and its proxies, and limits.timeout in the target file.'
    return problem('completion', `${model} does not respond (${failure?.code ?? 'unknown'})`, fix)
  }
  if (response.status !== 404) return aboutRefusal('completion', model, response)
  const fix = 'Make the list and the lookup of the gateway use the same catalog.'
  return listed
    ? problem('completion', `${model} returns 404, although it is listed`, fix)
    : problem('completion', `${model} returns 404`, "Name a model of the key's project in models.chat.")
}
