/** Generates XML from data. It is well-formed for any text, and text cannot become markup. */
import { printable } from '../../suites/harness/text/printable.ts'

export interface Element {
  readonly name: string
  readonly attributes?: Readonly<Record<string, string | number>>
  readonly children?: readonly Element[]
  /** Lines of text; for elements without children. */
  readonly text?: readonly string[]
}

/** The maximum length of a row, enough for the longest curl line. */
const MAX_LENGTH = 2048

export const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Escapes `>` too, so that `]]>` cannot occur, and writes characters that XML forbids as their code. */
export const xmlText = (text: string): string =>
  printable(text, MAX_LENGTH).replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)

const openTag = ({ name, attributes = {} }: Element): string =>
  [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${xmlText(String(value))}"`)].join(' ')

function linesOf(element: Element, indent: string): string[] {
  const { name, children = [], text = [] } = element
  if (text.length > 0) return [`${indent}<${openTag(element)}>${text.map(xmlText).join('\n')}</${name}>`]
  if (children.length === 0) return [`${indent}<${openTag(element)}/>`]
  return [
    `${indent}<${openTag(element)}>`,
    ...children.flatMap((child) => linesOf(child, `${indent}  `)),
    `${indent}</${name}>`,
  ]
}

export const xmlDocument = (root: Element): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${linesOf(root, '').join('\n')}\n`
