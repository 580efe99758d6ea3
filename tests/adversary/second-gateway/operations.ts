import { demandEnabled, identify } from './authentication.ts'
import type { Freedoms } from './freedoms/index.ts'
import { readBody, readJsonBody, refuseDeclaredSize } from './http/body-reader.ts'
import type { Exchange } from './http/exchange.ts'
import type { Project, World } from './projects.ts'
import { Refusal } from './refusal.ts'
import { type CompletionRequest, demandValid } from './request-rules.ts'
import { completionChunks } from './responses/chunks.ts'
import { completionBody, modelListBody } from './responses/completion.ts'
import { eventTexts } from './responses/event-stream.ts'
import { sendJson, sendStream } from './responses/responses.ts'

export type Operation = (exchange: Exchange, search: string) => Promise<void>

export interface Operations {
  readonly listModels: Operation
  readonly createCompletion: Operation
}

export function createOperations(world: World, freedoms: Freedoms): Operations {
  const { retryAfter } = freedoms
  const used = new Map<Project, { readonly count: number; readonly until: number }>()

  /** Uses one unit of the project's allowance, or refuses with 429. After Retry-After the allowance is full again. */
  const spend = (project: Project): void => {
    const now = performance.now()
    const known = used.get(project)
    const { count, until } = known && known.until > now ? known : { count: 0, until: Number.POSITIVE_INFINITY }
    if (count < (project.allowance ?? Number.POSITIVE_INFINITY)) {
      used.set(project, { count: count + 1, until })
      return
    }
    const wait = retryAfter === 'absent' ? Number.POSITIVE_INFINITY : Number(retryAfter) * 1000
    used.set(project, { count, until: Math.min(until, now + wait) })
    const headers = retryAfter === 'absent' ? {} : { 'retry-after': retryAfter }
    throw new Refusal(429, 'The allowance of this project is spent.', { headers })
  }

  const admit = ({ request }: Exchange): Project => {
    const project = identify(request.headers, world.projectOf, freedoms)
    demandEnabled(project)
    if (freedoms.limitCounts === 'attempts') spend(project)
    return project
  }

  const validBody = async (exchange: Exchange, sent: Buffer): Promise<CompletionRequest> =>
    demandValid(await readJsonBody(exchange.request, sent, freedoms), freedoms)

  const takeBody = async (exchange: Exchange): Promise<Buffer> => {
    const { request, response, awaitsContinue } = exchange
    // Refuse at once if the client waits for 100 Continue: it would never send the body that the gateway waits for.
    if (freedoms.oversize === 'early' || awaitsContinue) refuseDeclaredSize(request)
    if (awaitsContinue) response.writeContinue()
    return readBody(request, freedoms)
  }

  /** The order of the checks is visible only for requests with several faults. */
  const admitted = async (exchange: Exchange): Promise<[Project, CompletionRequest]> => {
    const early = freedoms.authOrder === 'headers' ? admit(exchange) : undefined
    const sent = await takeBody(exchange)
    if (early !== undefined) return [early, await validBody(exchange, sent)]
    if (freedoms.authOrder === 'after-body') {
      const project = admit(exchange)
      return [project, await validBody(exchange, sent)]
    }
    const completion = await validBody(exchange, sent)
    return [admit(exchange), completion]
  }

  return {
    async listModels(exchange, search) {
      const project = identify(exchange.request.headers, world.projectOf, freedoms)
      if (freedoms.disabledModels === 'refuse') demandEnabled(project)
      if (search !== '' && freedoms.modelsQuery === 'refuse') {
        throw new Refusal(400, 'The model list takes no parameters.')
      }
      breakOnDemand(exchange)
      await sendJson(exchange, 200, modelListBody(project, exchange.turn, freedoms))
    },

    async createCompletion(exchange) {
      const [project, completion] = await admitted(exchange)
      if (!project.catalog.includes(completion.model)) {
        throw new Refusal(404, 'This project has no such model.', { path: ['model'] })
      }
      // Server errors are last, because an invalid request must never get one.
      breakOnDemand(exchange)
      if (completion.model === world.models.unavailable) {
        throw new Refusal(503, 'The model is out of the water now.')
      }
      if (freedoms.limitCounts === 'completions') spend(project)
      if (!completion.stream) {
        await sendJson(exchange, 200, completionBody(completion, freedoms))
        return
      }
      await sendStream(exchange, eventTexts(completionChunks(completion, freedoms), freedoms))
    },
  }
}

/** Provokes a 500, which no request that follows the contract can do. */
function breakOnDemand({ request }: Exchange): void {
  if (request.headers['x-test-fault'] === 'internal') {
    throw new Refusal(500, 'Something gave way in here.')
  }
}
