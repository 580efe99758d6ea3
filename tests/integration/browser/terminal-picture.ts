/** Draws terminal lines as an SVG, in the colour scheme of the reader's system. */

/** Pixels. */
const WIDTH = 7.8
const HEIGHT = 18
const MARGIN = 16

/** Classes by SGR code. An end code ends all of them, since the summary never nests them. */
const CLASSES: Readonly<Record<string, string>> = {
  1: 'bold',
  2: 'soft',
  31: 'red',
  32: 'green',
  33: 'yellow',
  36: 'blue',
  90: 'soft',
}

const STYLE = `
text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre; fill: #1b1f24 }
rect { fill: #f6f7f9; stroke: #d9dde3 }
.bold { font-weight: 700 } .red { fill: #b3231b } .green { fill: #17693a } .yellow { fill: #7d5000 } .blue { fill: #0a58a8 } .soft { fill: #535c67 }
@media (prefers-color-scheme: dark) {
  text { fill: #e6e9ed } rect { fill: #15181c; stroke: #343a42 }
  .red { fill: #ff8f85 } .green { fill: #5cc98f } .yellow { fill: #e3b35c } .blue { fill: #82b9f5 } .soft { fill: #a3acb7 }
}
`

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Converts a line to spans with the classes of its codes. */
function spans(line: string): string {
  let classes = new Set<string>()
  return line
    .split(/(\u001b\[\d+m)/)
    .map((part) => {
      const [, code] = /^\u001b\[(\d+)m$/.exec(part) ?? []
      if (code === undefined)
        return classes.size > 0 && part !== ''
          ? `<tspan class="${[...classes].join(' ')}">${escaped(part)}</tspan>`
          : escaped(part)
      const name = CLASSES[code]
      if (name === undefined) classes = new Set()
      else classes.add(name)
      return ''
    })
    .join('')
}

/** Truncates long lines; only commands are long, and they have no colours. */
const cut = (line: string, columns: number): string =>
  line.includes('\u001b') || line.length <= columns ? line : `${line.slice(0, columns - 1)}…`

/** @param lines may have colour codes; lines longer than `columns` are truncated */
export function drawn(lines: readonly string[], columns: number): string {
  const [width, height] = [Math.ceil(columns * WIDTH) + 2 * MARGIN, lines.length * HEIGHT + 2 * MARGIN]
  const rows = lines.map(
    (line, at) => `<text x="${MARGIN}" y="${MARGIN + 13 + at * HEIGHT}">${spans(cut(line, columns))}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="The end of a run in a terminal">
<style>${STYLE}</style>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="6"/>
${rows.join('\n')}
</svg>
`
}
