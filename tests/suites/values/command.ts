/** `npm run prove -- --values FILE` lists the values in a transcript by field, key, model and mode. */
import { readFileSync } from 'node:fs'
import { parseTranscript } from '../../../suites/harness/report/transcript-file.ts'
import { UsageError } from '../../prove/options.ts'
import { ofElsewhere, ofOwnModel } from './likely.ts'
import { type Sent, sentIn } from './sent.ts'

/** The number of characters of a value to show. */
const SHOWN = 60

const briefly = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)

/** Lines such as `n | valid | svc/echo-1 | completion | 1 (200) · 2 (400)`. */
export function valuesTable(sent: readonly Sent[]): string[] {
  const cells = new Map<string, Map<string, Set<string>>>()
  for (const { key, model, streamed, members, status } of sent)
    for (const [field, value] of members) {
      const name = [field, key, model || '(none)', streamed ? 'stream' : 'completion'].join(' | ')
      const values = cells.get(name) ?? new Map<string, Set<string>>()
      cells.set(name, values)
      const statuses = values.get(briefly(value)) ?? new Set<string>()
      values.set(briefly(value), statuses.add(String(status ?? 'no response')))
    }
  return [...cells]
    .map(([name, values]) => {
      const written = [...values].map(([value, statuses]) => `${value} (${[...statuses].sort().join(', ')})`)
      return `${name} | ${written.sort().join(' · ')}`
    })
    .sort()
}

/** The model of a run: the one with the most successful requests with the valid key. */
function modelOf(sent: readonly Sent[]): string {
  const served = sent.filter(({ key, status }) => key === 'valid' && status === 200)
  const [most] = [...Map.groupBy(served, ({ model }) => model)].sort(([, one], [, other]) => other.length - one.length)
  return most?.[0] ?? ''
}

/** Lines with the numbers of sent likely values and of ways to break a rule. */
function likelyLines(sent: readonly Sent[], model: string, profile: 'core' | 'full'): string[] {
  const own = ofOwnModel(sent, model, profile)
  const elsewhere: readonly (readonly [name: string, role: 'valid' | 'second'])[] = [
    ['other models', 'valid'],
    ...(profile === 'full' ? ([['the second project', 'second']] as const) : []),
  ]
  return [
    `likely values for ${model}: ${own.sent} of ${own.rows}`,
    ...elsewhere.map(([name, role]) => {
      const found = ofElsewhere(sent, model, role)
      return `likely values for ${name}: ${found.sent} of ${found.rows}; ways to break a rule: ${found.asked} of ${found.ways}`
    }),
  ]
}

export async function proveValues([file]: readonly string[]): Promise<boolean> {
  if (file === undefined) throw new UsageError('--values: name the transcript of a run (run --transcript FILE)')
  const { head, exchanges } = parseTranscript(readFileSync(file, 'utf8'), file)
  const sent = sentIn(exchanges)
  for (const line of valuesTable(sent)) console.log(line)
  for (const line of likelyLines(sent, modelOf(sent), head.profile === 'full' ? 'full' : 'core')) console.log(line)
  return true
}
