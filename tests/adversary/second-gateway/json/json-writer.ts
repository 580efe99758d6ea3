import type { Freedoms } from '../freedoms/index.ts'

/** JSON to write; with bigint, because a double cannot hold the largest int64. */
export type Written = null | boolean | string | number | bigint | readonly Written[] | WrittenObject

interface WrittenObject {
  readonly [name: string]: Written | undefined
}

type WriteStyle = Pick<Freedoms, 'jsonSpacing' | 'jsonEscapes' | 'memberOrder'>

/** Writes JSON in a style; omits members that are undefined. */
export function writeJson(value: Written, style: WriteStyle, indent = ''): string {
  if (typeof value === 'string') return quote(value, style)
  if (typeof value === 'bigint') return value.toString()
  if (value === null || typeof value !== 'object') return JSON.stringify(value)

  const inner = `${indent}  `
  if (isList(value)) {
    const items = value.map((item) => writeJson(item, style, inner))
    return wrap('[]', items, style, indent)
  }
  const colon = style.jsonSpacing === 'compact' ? ':' : ' : '
  const members = Object.entries(value).flatMap(([name, content]) =>
    content === undefined ? [] : [`${quote(name, style)}${colon}${writeJson(content, style, inner)}`],
  )
  if (style.memberOrder === 'reversed') members.reverse()
  return wrap('{}', members, style, indent)
}

/** Writes JSON without line ends in its layout, because an event is one line. */
export function writeJsonLine(value: Written, style: WriteStyle): string {
  const jsonSpacing = style.jsonSpacing === 'pretty' ? 'spaced' : style.jsonSpacing
  return writeJson(value, { ...style, jsonSpacing })
}

// Array.isArray does not narrow a readonly array.
function isList(value: object): value is readonly Written[] {
  return Array.isArray(value)
}

function quote(text: string, style: WriteStyle): string {
  const quoted = JSON.stringify(text)
  if (style.jsonEscapes === 'raw') return quoted
  return quoted
    .replaceAll('/', '\\/')
    .replace(/[^\0-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function wrap([open = '', close = '']: string, parts: readonly string[], style: WriteStyle, indent: string): string {
  if (parts.length === 0) return open + close
  const choices = {
    compact: () => open + parts.join(',') + close,
    spaced: () => `${open} ${parts.join(' , ')} ${close}`,
    pretty: () => `${open}\n${parts.map((part) => `${indent}  ${part}`).join(',\n')}\n${indent}${close}`,
  }
  return choices[style.jsonSpacing]()
}
