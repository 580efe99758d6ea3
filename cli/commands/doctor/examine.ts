/** The examination, from the base URL to the states of the target file. */
import { randomInt } from 'node:crypto'
import type { Exchange, HttpResponse } from '../../../suites/harness/http/exchange.ts'
import { complete, listModels } from '../../../suites/harness/http/request.ts'
import { listedIds, recognise } from '../../../suites/harness/http/response.ts'
import { contradiction, judgeAbsences } from '../../../suites/harness/reachability/declared-absent.ts'
import { nearbyAddresses } from '../../../suites/harness/reachability/elsewhere.ts'
import { refusedKey, slipOf } from '../../../suites/harness/reachability/key.ts'
import { mayBeElsewhere, type Obstacle, obstacleIn, strangerIn } from '../../../suites/harness/reachability/obstacle.ts'
import { isGateway, isPage } from '../../../suites/harness/reachability/responses.ts'
import { plainBody } from '../../../suites/harness/run/plain-body.ts'
import type { Target } from '../../../suites/harness/target/target.ts'
import { aboutBetween, aboutStream } from './between.ts'
import { aboutCatalog, aboutRefusal } from './catalog.ts'
import { type Diagnosis, inTheWay, note, ok, Probe, type Probed, problem } from './probe.ts'
import { aboutSilence } from './reach.ts'
import { aboutTargetFile } from './target-file.ts'

export type Examination = Awaited<ReturnType<typeof examine>>

/** Examines a target with a few requests. */
export async function examine(target: Target) {
  const probe = new Probe(target)
  const diagnoses = await examined(probe).finally(() => probe.close())
  const elsewhere = diagnoses.some(
    ({ about, verdict }) => verdict === 'problem' && (about === 'base URL' || about === 'proxy'),
  )
  const between = probe.responded.length > 0 ? aboutBetween(probe.responded, !elsewhere) : []
  const declared = aboutDeclared(target, probe.responded)
  return { diagnoses: [...diagnoses, ...between, ...declared], requests: probe.sent }
}

/** Runs the steps in order, because each step needs the result of the one before. */
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
  found.push(aboutStream(await probe.ask(stream)))
  return [...found, ...(await aboutTargetFile(probe, { model, listed: listedIds(list) }))]
}

/** Whether the response to the model list is the gateway's. */
async function aboutBaseUrl(probe: Probe, exchange: Exchange, response: HttpResponse): Promise<Diagnosis> {
  const { baseUrl } = probe.target
  if (recognise(exchange) === 'list') return ok('base URL', `${baseUrl} returns a model list`)
  const known = obstacleIn(response, baseUrl)
  if (known) return inTheWay(known)
  if (!mayBeElsewhere(response)) return ok('base URL', `${baseUrl} responds`)
  return inTheWay((await elsewhere(probe)) ?? strangerIn(response))
}

/** Looks for the gateway at base URLs that differ from the given one by a common mistake. */
async function elsewhere(probe: Probe): Promise<Obstacle | undefined> {
  for (const { baseUrl, path, means } of nearbyAddresses(probe.target.baseUrl)) {
    if (isGateway(await probe.ask({ ...listModels(), path }, baseUrl))) return means
  }
  return undefined
}

/** What the response to the model list says about the key, if anything. */
function aboutKey(response: HttpResponse, key: string): Diagnosis[] {
  const { status } = response
  if (status === 401 || status === 403) return [inTheWay(refusedKey(response, key))]
  const slip = slipOf(key)
  if (status !== 200)
    return slip === undefined ? [] : [problem('key', 'the key does not have the form svc_<id>_<secret>', slip)]
  return [slip === undefined ? ok('key', 'the key is accepted') : note('key', 'the key is accepted', slip)]
}

/** Whether the gateway checks keys at all. */
function aboutNoKey({ response }: Exchange): Diagnosis[] {
  if (response?.status === 200) {
    const fix = 'Look for a cache that responds instead of the gateway, or enable the check of keys.'
    return [problem('key', 'the model list is returned without a key, too', fix)]
  }
  const fix = 'A proxy replaces the error bodies of the gateway: disable that.'
  return response?.status === 401 && isPage(response) ? [problem('proxy', 'a rejection is an HTML page', fix)] : []
}

/** Notes on declared absences: what a run will not show, and which declarations are wrong. */
function aboutDeclared({ notApplicable = {} }: Target, responded: readonly Probed[]): Diagnosis[] {
  const exchanges = responded.map(({ exchange }) => exchange)
  const absences = judgeAbsences(notApplicable, [], exchanges)
  const holding = absences.flatMap(({ id, shownBy }) => (shownBy === undefined ? [id] : []))
  const [are, them] = holding.length === 1 ? ['is', 'it'] : ['are', 'them']
  const found = `${holding.join(', ')} ${are} declared absent: full does not show ${them}`
  return [
    ...(holding.length > 0 ? [note('declared', found)] : []),
    ...absences.flatMap((absence) =>
      absence.shownBy === undefined
        ? []
        : [note('declared', contradiction(absence), `Remove ${absence.id} from not_applicable: it has no effect.`)],
    ),
  ]
}
