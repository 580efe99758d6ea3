/** Reads a baseline: the `report.json` of an earlier run, or a list of ids as YAML, as JSON, or one a line. */
import { readBytes } from '../catalogue/named-file.ts'
import { parseNamedJson } from '../catalogue/named-json.ts'
import { faultBySchema } from '../catalogue/published-schema.ts'
import { faultOfExcused, isRequirement, type RequirementId } from '../catalogue/requirements.ts'
import { UsageError } from '../catalogue/usage-error.ts'
import { hideKeys } from '../http/redact.ts'
import { shortened } from '../text/printable.ts'
import { type Baseline, openVerdicts } from './baseline.ts'
import type { Report } from './report.ts'

/** The maximum number of mistakes to report: a file of another kind has one in each line. */
const MAX_REPORTED = 10
const MAX_LENGTH = 60
/** The maximum number of characters in a list, which names at most every requirement. */
const MAX_LIST_LENGTH = 256 * 1024

/**
 * @throws UsageError where the file cannot be read, or is not a baseline
 * @example
 * writeFileSync('known.txt', 'auth-challenge\n')
 * const baseline = loadBaseline('known.txt')
 */
export function loadBaseline(path: string): Baseline {
  return parseBaseline(readBytes(path, 'the baseline').toString('utf8'), path)
}

/** @param name of the file, for errors. @throws UsageError with every mistake, each on its own line */
export function parseBaseline(text: string, name: string): Baseline {
  const plain = text.replace(/^\uFEFF/, '')
  return /^\s*\{/.test(plain) ? ofReport(plain, name) : { known: idsIn(plain, name) }
}

const IS = 'name the report.json of a run, or a file with the ids of requirements, one a line'

function ofReport(text: string, name: string): Baseline {
  const value = parseNamedJson({ text, name, hint: IS })
  const fault = faultBySchema('report', value)
  if (fault !== undefined) throw new UsageError(`${name}:1: this version cannot read this report: ${fault}; ${IS}`)
  const { requirements, stop } = value as Report
  const having = (...verdicts: string[]): RequirementId[] =>
    // A report of another version may know requirements that are gone.
    requirements.flatMap(({ id, verdict }) => (verdicts.includes(verdict) && isRequirement(id) ? [id] : []))
  const open = stop ? [] : having(...openVerdicts)
  return { known: having('fail', 'warn'), judged: having('pass', 'fail', 'warn', 'observed'), open }
}

/** Ids in any of the three kinds of lists, without the syntax around them. */
function idsIn(text: string, name: string): RequirementId[] {
  if (text.length > MAX_LIST_LENGTH)
    throw new UsageError(`${name}:1:1: this is too long for a list of requirements; ${IS}`)
  const ids = new Set<RequirementId>()
  const mistakes: string[] = []
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const [own = ''] = line.split(/(?:^|\s)#/)
    for (const { 0: word, index: at } of own.matchAll(/[^\s,[\]]+/g)) {
      const id = word.replaceAll(/^["']|["']$/g, '')
      if (/^-+$/.test(id)) continue
      const fault = faultOfExcused(id, 'entry')
      if (fault !== undefined) mistakes.push(`${name}:${index + 1}:${at + 1}: ${shown(id)} ${fault}`)
      else if (isRequirement(id)) ids.add(id)
    }
  }
  if (mistakes.length === 0) return [...ids]
  const left = mistakes.length - MAX_REPORTED
  const lines = [...mistakes.slice(0, MAX_REPORTED), ...(left > 0 ? [`and ${left} more; ${IS}`] : [])]
  throw new UsageError(...lines.map(hideKeys))
}

const shown = (id: string): string => shortened(id.replaceAll(/\P{ASCII}|[\p{C}]/gu, '?'), MAX_LENGTH)
