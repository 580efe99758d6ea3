/** The errors of section 7, most of them caused by a request. */
import assert from 'node:assert/strict'
import { fail, type ProjectOptions, type ScriptedStep } from '../../../mock/index.ts'
import type { Ask } from './client.ts'
import { call, type Scenario, thrownBy } from './scenario.ts'

interface Refusal {
  readonly status: number
  readonly options?: ProjectOptions
  readonly ask?: Ask
  readonly key?: string
  readonly step?: ScriptedStep
  readonly code: string
  readonly param?: string
  /** Findings that the request causes. */
  readonly findings?: readonly string[]
}

const refusals: readonly Refusal[] = [
  {
    status: 400,
    ask: { temperature: 3 },
    code: 'out_of_range',
    param: 'temperature',
    findings: ['invalid-request'],
  },
  { status: 401, key: 'svc_nobody_secret', code: 'invalid_api_key' },
  { status: 403, options: { disabled: true }, code: 'account_disabled' },
  { status: 404, ask: { model: 'svc/unheard-of' }, code: 'model_not_found', param: 'model' },
  { status: 413, ask: { text: 'x'.repeat(1_048_577) }, code: 'body_too_large', findings: ['body-too-large'] },
  { status: 429, options: { quota: { requests_per_minute: 0 } }, code: 'requests_per_minute' },
  {
    status: 500,
    step: fail(500, { code: 'out_of_order', param: 'messages' }),
    code: 'out_of_order',
    param: 'messages',
  },
  { status: 503, step: fail(503), code: 'unavailable' },
]

function refuses({ status, options, ask = {}, key, step, code, param, findings = [] }: Refusal): Scenario[] {
  return (['complete', 'stream'] as const).map((how) => ({
    title: `a ${status} (${how}) raises one error with its status, code, param and request id`,
    async run({ gateway, kind, project: open, client }) {
      const project = open(options)
      if (step) project.next(step)
      const calling = project.observe(() => call(client(project, { retries: 0, ...(key && { key }) }), how, ask))
      const { requestId, ...refused } = kind.refused(await thrownBy(calling))
      assert.deepEqual(refused, { class: kind.classes[status], status, code, param })
      const [entry, ...more] = key ? gateway.journal().filter(({ id }) => id === requestId) : project.journal()
      assert.deepEqual([entry?.id, entry?.status, more], [requestId, status, []])
      assert.deepEqual(
        project.verdict().findings.map(({ id }) => id),
        findings,
      )
    },
  }))
}

export const refusalScenarios: readonly Scenario[] = refusals.flatMap(refuses)
