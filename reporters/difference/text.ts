/** Renders a difference for readers: for a terminal, and as Markdown. */
import { printable } from '../../suites/harness/text/printable.ts'
import { code } from '../formats/markdown.ts'
import type { Paint } from '../terminal/paint.ts'
import type { Change, Difference, Slower } from './difference.ts'

/** Escapes a text of the target for one format. */
type Show = (text: string) => string

function changed(change: Change, show: Show): string {
  const { id, section, before = 'unknown', after = 'gone', message } = change
  return `${id} (section ${section}): ${show(before)} → ${show(after)}${message === undefined ? '' : `: ${show(message)}`}`
}

const slower = ({ of, before, after }: Slower): string => `${of}: median ${before} ms → ${after} ms`

function partsOf(difference: Difference, show: Show) {
  const changes = (list: readonly Change[]): string[] => list.map((change) => changed(change, show))
  const parts: readonly { title: string; format: Parameters<Paint>[0]; lines: readonly string[] }[] = [
    { title: 'Regressions', format: ['red', 'bold'], lines: changes(difference.regressions) },
    { title: 'Not scored', format: 'dim', lines: changes(difference.notScored) },
    { title: 'No longer shown', format: 'yellow', lines: changes(difference.lostEvidence) },
    { title: 'Slower responses', format: 'yellow', lines: difference.slower.map(slower) },
    { title: 'Fixed', format: 'green', lines: changes(difference.mendings) },
    { title: 'Newly shown', format: 'green', lines: changes(difference.gainedEvidence) },
    { title: 'Changed observations', format: 'cyan', lines: changes(difference.observations) },
    { title: 'New requirements', format: 'cyan', lines: changes(difference.newRequirements) },
    { title: 'Removed requirements', format: 'cyan', lines: changes(difference.removedRequirements) },
    { title: 'New checks', format: 'dim', lines: difference.newChecks },
    { title: 'Removed checks', format: 'dim', lines: difference.removedChecks },
    {
      title: 'The runs differ',
      format: 'dim',
      lines: difference.unlike.map(([name, before, after]) => `${name}: ${show(before)} → ${show(after)}`),
    },
  ]
  return parts.filter(({ lines }) => lines.length > 0)
}

/** The difference as text that ends with a line end. */
export function differenceText(difference: Difference, paint: Paint): string {
  const [before, after] = difference.conclusion
  const parts = partsOf(difference, (text) => printable(text)).flatMap(({ title, format, lines }) => [
    `${paint(format, title)} (${lines.length})`,
    ...lines.map((line) => `  ${line}`),
    '',
  ])
  const last = parts.length === 0 && before === after ? ['Nothing changed.'] : []
  return [...parts, ...last, `Conclusion: ${before} → ${after}`, ''].join('\n')
}

/** The maximum lines of a part in Markdown, because comments on pull requests have a size limit. */
const SHOWN = 50

export function differenceMarkdown(difference: Difference): string {
  const [before, after] = difference.conclusion
  const parts = partsOf(difference, (text) => code(text)).flatMap(({ title, lines }) => [
    `### ${title} (${lines.length})`,
    '',
    ...lines.slice(0, SHOWN).map((line) => `- ${line}`),
    ...(lines.length > SHOWN ? [`- and ${lines.length - SHOWN} more`] : []),
    '',
  ])
  const none = parts.length === 0 && before === after ? ['Nothing changed.', ''] : []
  return [`## Inference Gateway API: ${before} → ${after}`, '', ...none, ...parts].join('\n')
}
