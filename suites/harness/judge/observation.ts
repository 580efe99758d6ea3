/** Observed behaviour in a few words, so that values can be counted and compared between runs. */
import type { Exchange } from '../exchange.ts'
import { isObject, type Json } from '../json.ts'
import { errorOf, isStream, jsonOf, streamOf } from './answer.ts'

/** `outcome`: the status, and how a completion ended. `label`: what the check itself says. */
export type ObservationName = 'outcome' | 'label'

/** How a completion ended: its finish_reason and the length of its text. */
function ending(exchange: Exchange): string {
  const { answer } = exchange
  if (answer?.status !== 200) return ''
  const documents = isStream(answer) ? streamOf(answer).payloads.map(({ json }) => json) : [jsonOf(answer)]
  const choices = documents.flatMap((json): readonly Json[] =>
    json?.ok && isObject(json.value) && Array.isArray(json.value.choices) ? json.value.choices : [],
  )
  const reason = choices
    .flatMap((choice) => (isObject(choice) && typeof choice.finish_reason === 'string' ? [choice.finish_reason] : []))
    .at(-1)
  return reason ? `, finish_reason ${reason}` : ''
}

/** The values that an exchange shows. */
export function observe(what: ObservationName, exchange: Exchange): string[] {
  if (what === 'label') return ['']
  const { answer, failure } = exchange
  if (!answer) return [`no answer (${failure?.code ?? 'unknown'})`]
  const param = answer.status >= 400 ? errorOf(answer)?.param : undefined
  return [
    `${answer.status}${ending(exchange)}${typeof param === 'string' ? `, param ${JSON.stringify(param.slice(0, 60))}` : ''}`,
  ]
}
