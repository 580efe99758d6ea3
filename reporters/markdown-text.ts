/** Text inside Markdown: it is shown as it is, and neither marks up, links, mentions, nor commands anything. */
import { printable } from './printable.ts'

/** Our own words. Entities work inside and outside of tables and HTML, and no renderer gives them a meaning. */
export function words(text: string): string {
  return printable(text, 1000).replaceAll(/[\\`*_{}[\]<>()#+!|~@&$:]/g, (character) => `&#${character.codePointAt(0)};`)
}

/** A code span around whatever a target sent: its fence is longer than any run of backticks inside. Not for tables. */
export function code(text: string, longest = 300): string {
  const shown = printable(text, longest)
  if (shown === '') return '(empty)'
  const runs = [...shown.matchAll(/`+/g)].map(([run]) => run.length)
  const fence = '`'.repeat(Math.max(0, ...runs) + 1)
  // A space keeps a backtick at the edge out of the fence; renderers take one off at each side.
  const pad = /^[` ]|[` ]$/.test(shown) ? ' ' : ''
  return `${fence}${pad}${shown}${pad}${fence}`
}
