/** A badge: as data for a badge service (shields.io endpoint), and as a picture. Neither holds text of the target. */
import type { Report } from '../../suites/harness/report/report.ts'
import { printableJson } from '../../suites/harness/text/printable.ts'
import { declaredLine } from '../wording/declared.ts'
import { notApplicableIn } from '../wording/not-applicable.ts'
import { standingOf } from '../wording/tally.ts'
import { xmlText } from './xml.ts'

export interface Badge {
  readonly label: string
  readonly message: string
  readonly conclusion: Report['conclusion']
  /** Further text that only the picture has: the set, and declarations. */
  readonly about?: readonly string[]
}

const colours: Readonly<Record<Report['conclusion'], readonly [name: string, value: string]>> = {
  conformant: ['brightgreen', '#2b7a0b'],
  nonconformant: ['red', '#b3261e'],
  incomplete: ['yellow', '#8a6100'],
}

/** The short name of a version of the contract: 1.0 for 1.0.0. */
const shortOf = (version: string): string => version.replace(/^(\d+\.\d+)\.\d+$/, '$1')

/**
 * The text of the badge: `conformant · full`, and the numbers of requirements that do not apply, failed, or have a waiver in force.
 * Declarations add the version of the contract. A certificate makes it `contract 1.0 · full · until 2027-02-19`.
 * Both texts say if the target was on loopback or behind a proxy.
 */
function messageOf(report: Report, expires: string | undefined): string {
  const { conclusion, contract, profile, filtered, target, waivers = [] } = report
  const failed = report.requirements.filter((each) => standingOf(each, report.strict) === 'failed').length
  const scope = filtered ? `${profile}, filtered` : profile
  const { length } = notApplicableIn(report.requirements)
  const absent = length > 0 ? [`${length} not applicable`] : []
  const route = target.loopback ? ['loopback'] : target.network?.proxy == null ? [] : ['by proxy']
  const waived = waivers.filter(({ state }) => state === 'in-force').length
  const version = `contract ${shortOf(contract)}`
  if (expires !== undefined) return [version, scope, ...route, ...absent, `until ${expires.slice(0, 10)}`].join(' · ')
  return [
    conclusion,
    ...(target.declared === undefined ? [] : [version]),
    scope,
    ...route,
    ...absent,
    ...(conclusion === 'nonconformant' ? [`${failed} failed`] : []),
    ...(waived > 0 ? [`${waived} waived`] : []),
  ].join(' · ')
}

/** @param expires when the certificate of the run ends, if one was written */
export function badgeOf(report: Report, expires?: string): Badge {
  const about = [report.set && `set ${report.set}`, declaredLine(report)].filter((part) => part !== undefined)
  return { label: 'inference gateway api', message: messageOf(report, expires), conclusion: report.conclusion, about }
}

/** The document for a badge endpoint. It omits `about`, because shields.io rejects unknown members. */
export function badgeData({ label, message, conclusion }: Badge): string {
  const [color] = colours[conclusion]
  return `${printableJson({ schemaVersion: 1, label, message, color })}\n`
}

/** The approximate width of a text in pixels; the picture stretches it to fit exactly. */
const widthOf = (text: string): number => Math.round(text.length * 6.4)
const PAD = 7

/** The badge as an SVG picture, with a name for screen readers. */
export function badgePicture({ label, message, conclusion, about = [] }: Badge): string {
  const [, colour] = colours[conclusion]
  const [left, right] = [widthOf(label) + 2 * PAD, widthOf(message) + 2 * PAD]
  const name = xmlText(`${label}: ${message}`)
  const text = (at: number, words: string): string =>
    `  <text x="${at + PAD}" y="14" textLength="${widthOf(words)}" lengthAdjust="spacingAndGlyphs">${xmlText(words)}</text>`
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${name}">`,
    `  <title>${name}</title>`,
    ...(about.length === 0 ? [] : [`  <desc>${xmlText(about.join(' · '))}</desc>`]),
    `  <clipPath id="r"><rect width="${left + right}" height="20" rx="3"/></clipPath>`,
    '  <g clip-path="url(#r)">',
    `    <rect width="${left}" height="20" fill="#444"/>`,
    `    <rect x="${left}" width="${right}" height="20" fill="${colour}"/>`,
    '  </g>',
    '  <g fill="#fff" font-family="Verdana, Geneva, DejaVu Sans, sans-serif" font-size="11">',
    `  ${text(0, label)}`,
    `  ${text(left, message)}`,
    '  </g>',
    '</svg>',
  ].join('\n')}\n`
}
