/** The difference between two versions as a section of the release notes, in Markdown. */
import { type Difference, isNeutral } from './difference.ts'
import type { SameSet } from './same-set.ts'

const count = (number: number, of: string): string => `${number} ${of}${number === 1 ? '' : 's'}`

function verdictsLine({ rows, differing, dropped }: Difference): string {
  if (differing.length > 0)
    return `Not verdict-neutral: ${differing.length} of ${count(rows, 'row')} ${differing.length === 1 ? 'differs' : 'differ'}.`
  if (dropped.length > 0) return `Not verdict-neutral: ${count(rows, 'row')}, and a requirement counts no more.`
  return `Verdict-neutral: ${count(rows, 'row')}, none differs.`
}

function tableOf({ differing }: Difference): string[] {
  if (differing.length === 0) return []
  const lines = differing.flatMap(({ row, changes }) =>
    changes.map(({ of, before, now }) => `| ${row} | \`${of}\` | ${before} | ${now} |`),
  )
  return ['', '| row | verdict of | before | now |', '| --- | --- | --- | --- |', ...lines]
}

const redRows = (list: Difference['aside']): string =>
  list.map(({ id, red }) => `\`${id}\` (red in ${count(red.length, 'row')})`).join(', ')

const NOT_NEUTRAL = 'A gateway may get another verdict from this version: say why for each row.'

/** @param whole the number of rows in the matrix */
export function notesOf(
  old: string,
  difference: Difference,
  { whole, set, knowsSets }: SameSet & { readonly whole: number },
): string {
  const { rows, added, dropped, aside } = difference
  const part = rows === whole ? '' : ` (${rows} of the ${whole} rows of the matrix ran)`
  const gone = dropped.map((id) => `\`${id}\``).join(', ')
  return [
    `## Verdicts compared with ${old}`,
    '',
    `${verdictsLine(difference)}${part}`,
    ...tableOf(difference),
    '',
    `Scored by the set ${set}${knowsSets ? '' : '; the old version knows no sets, and counts everything'}.`,
    ...(added.length > 0 ? ['', `New requirements: ${redRows(added)}.`] : []),
    ...(dropped.length > 0 ? ['', `Requirements that are gone, or count no more: ${gone}.`] : []),
    ...(aside.length > 0 ? ['', `Not scored, and no verdict of the set: ${redRows(aside)}.`] : []),
    ...(isNeutral(difference) ? [] : ['', NOT_NEUTRAL]),
    '',
  ].join('\n')
}
