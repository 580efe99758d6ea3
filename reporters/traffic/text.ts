/** The report on recorded traffic, for a terminal. */
import { printable } from '../../suites/harness/text/printable.ts'
import type { TrafficReport } from '../../suites/harness/traffic/report.ts'
import type { SeenRequirement } from '../../suites/harness/traffic/summary.ts'

const number = (value: number): string => value.toLocaleString('en-US')
const some = (count: number, one: string): string => `${number(count)} ${one}${count === 1 ? '' : 's'}`

/** A share in percent, rounded up because it is an upper bound. */
export function percent(share: number): string {
  const value = share * 100
  const digits = value >= 1 ? 1 : Math.min(6, 1 - Math.floor(Math.log10(value)) - 1)
  return `${Math.ceil(value * 10 ** digits - 1e-9) / 10 ** digits} %`
}

const lineOf = ({ judged, broken, at_most = 1 }: SeenRequirement): string =>
  `${number(broken)} of ${number(judged)} broke it: ${broken === 0 ? 'below' : 'at most'} ${percent(at_most)} at 95 %`

/** What is wrong, and its location, unless the text names it. */
export const placed = ({ brief, at }: SeenRequirement['examples'][number]): string =>
  at === undefined || brief.startsWith(`${at} `) ? brief : `${brief} at ${at}`

const CONCLUSIONS: Readonly<Record<TrafficReport['conclusion'], string>> = {
  'nothing-broken': 'NOTHING BROKEN',
  broken: 'BROKEN',
  'nothing-judged': 'NOTHING JUDGED',
}

export function trafficText(report: TrafficReport): string {
  const { requirements, client, compared } = report
  const broken = requirements.filter(({ verdict }) => verdict === 'broken')
  const held = requirements.filter(({ verdict }) => verdict === 'held')
  const [least] = held.toSorted((a, b) => a.judged - b.judged)
  const most = held.toSorted((a, b) => b.judged - a.judged)[0]
  const unseen = requirements.filter(({ verdict }) => verdict === 'not-seen')
  const { others: aside, other_origin: other } = report
  const elsewhere = other === undefined ? '' : `, or to another base URL at ${printable(other, 200)}`
  const others = aside > 0 ? `, ${number(aside)} not about this contract${elsewhere}` : ''
  const unreadable =
    report.unreadable > 0 ? `, ${some(report.unreadable, 'unreadable record')} (a file may be cut off)` : ''
  const headerless = `In ${some(report.headerless, 'file')}, no response has x-svc-request-id: the tool may have removed headers, so missing headers are not judged.`
  const sampled = `Of the request ids, 1 in ${compared.request_ids} was compared; of the completion ids, 1 in ${compared.completion_ids}.`
  const isOfShoulds = report.conclusion === 'nothing-broken' && broken.length > 0
  return [
    `${isOfShoulds ? 'NO MUST BROKEN' : CONCLUSIONS[report.conclusion]}: ${some(report.exchanges, 'exchange')}, ${number(report.judged)} judged${others}${unreadable}`,
    '',
    ...broken.flatMap((each) => [
      `${each.level === 'must' ? '✖' : '!'} ${each.id} (${each.section}): ${lineOf(each)}`,
      ...each.examples.map(
        ({ expected, ...example }) =>
          `    ${example.where}: ${placed(example)}${expected === undefined ? '' : `; expected ${expected}`}`,
      ),
    ]),
    ...(least && most
      ? [
          `${some(held.length, 'requirement')} held. The most frequent: ${most.id}, ${lineOf(most)}.`,
          `The rarest: ${least.id}, ${lineOf(least)}.`,
        ]
      : []),
    `${some(unseen.length, 'requirement')} ${unseen.length === 1 ? 'was' : 'were'} not seen. Traffic does not show that a gateway is conformant: run does.`,
    ...(report.headerless > 0 ? [headerless] : []),
    ...(Math.max(compared.request_ids, compared.completion_ids) > 1 ? [sampled] : []),
    ...(client.length > 0 ? ['', 'About the clients (does not count against the gateway):'] : []),
    ...client.map(
      ({ id, message, exchanges, examples }) => `  ${id}: ${message} ${some(exchanges, 'time')}, first ${examples[0]}`,
    ),
    '',
  ].join('\n')
}
