/** The matrix as one HTML page without external resources, which is complete without its script. */
import { readFileSync } from 'node:fs'
import { framed } from '../../../reporters/html/frame.ts'
import { html, type Markup } from '../../../reporters/html/parts/markup.ts'
import type { Matrix } from '../matrix.ts'
import { faultTable, nullTable, variantTable } from './tables.ts'

const filterScript = readFileSync(new URL('./filter.js', import.meta.url), 'utf8')
export const styles = readFileSync(new URL('./styles.css', import.meta.url), 'utf8')

function figure(section: string, of: string, rows: number, good: number, words: string): Markup | undefined {
  if (rows === 0) return undefined
  return html`<div class="${good === rows ? 'good' : 'bad'}"><dt><a href="#${section}">${of}</a></dt><dd><b>${rows}</b> ${words}</dd></div>`
}

function figures({ figures: f }: Matrix): Markup {
  const fine = f.nullServers - f.undeserved
  const { nonconformant, incomplete, conformant } = f.concluded
  const faults = nonconformant + incomplete + conformant
  const exactly = `${f.killed} killed, ${f.killedExactly} of them exactly`
  const concluded = `nonconformant ${nonconformant}, incomplete ${incomplete}, conformant ${conformant}; ${f.notAccused} break a must and were not accused`
  const met = f.redTeamCaught + f.redTeamUnmet
  const caught = `${f.redTeamCaught} caught, ${f.redTeamUnmet} not met`
  const { corePromised = 0, coreKilled = 0 } = f
  return html`<dl class="figures">${[
    figure('faults', 'faults', f.faults, f.killedExactly, exactly),
    figure('faults', 'faults of either kind by conclusion', faults, faults - f.notAccused, concluded),
    figure('faults', 'faults that one key can show', corePromised, coreKilled, `${coreKilled} killed by core`),
    figure('variants', 'variants', f.variants, f.green, `${f.green} green`),
    figure('null-servers', 'null servers', f.nullServers, fine, `${fine} without an undeserved pass`),
    figure('red-team-faults', 'faults of the red team', f.redTeamFaults, met, caught),
    figure(
      'red-team-variants',
      'variants of the red team',
      f.redTeamVariants,
      f.redTeamGreen,
      `${f.redTeamGreen} green`,
    ),
  ]}</dl>`
}

const RED_TEAM =
  'Listed without a look at the rows above, and applied to a second gateway that shares no line with the mock.'

/** @param part the part that was run, such as `part 2 of 3`, if not all rows were */
export function matrixPage(matrix: Matrix, part?: string): string {
  const title = part === undefined ? 'Kill matrix' : `Kill matrix, ${part}`
  return framed({
    title,
    styles,
    script: filterScript,
    content: html`<header>
<h1>${title}</h1>
<p>Every fault is the reference mock with one deliberate deviation from the contract. It has to turn red at least one of the
requirements that it breaks, a must where it breaks one, and no other; and a run that finds a must broken concludes nonconformant. Every variant uses one freedom of the contract, and has to stay green.
A null server may pass nothing but what it really does right.</p>
${figures(matrix)}
</header>
<form role="search">
<label for="filter">Filter</label>
<input type="search" id="filter" placeholder="name, requirement or words" autocomplete="off">
<label><input type="checkbox" id="wrong"> only what went wrong</label>
<output id="shown" for="filter wrong"></output>
</form>
<main>
${[
  faultTable('faults', 'Faults', undefined, matrix.faults),
  variantTable('variants', 'Variants', undefined, matrix.variants),
  nullTable(matrix.nullServers),
  faultTable('red-team-faults', 'Faults of the red team', RED_TEAM, matrix.redTeam.faults),
  variantTable('red-team-variants', 'Variants of the red team', RED_TEAM, matrix.redTeam.variants),
]}
</main>
<footer>Written by <code>npm run prove</code>. The same as data: <code>kill-matrix.json</code>.</footer>`,
  })
}
