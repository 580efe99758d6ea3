/** Splits a Markdown contract into clauses, each with an identifier for its place. */
import { createHash } from 'node:crypto'

export interface Clause {
  /** Section, kind and position or name: `4.2/rule/3`, `2.1/row/id`, `1/item/4/sentence/2`. */
  readonly place: string
  readonly text: string
  /** Changes with the text, but not with white space. */
  readonly digest: string
}

const HEADING = /^#{1,3} (?:(\d(?:\.\d)?)\.? )?/
const ITEM = /^- /
const RULE = /^(\d+)\. /
const ROW = /^\|(.*)\|$/
const RULER = /^\|[-|: ]+\|$/
/** A full stop, unless lower case or a digit follows, as in `2.7` and `1.0.0`. */
const SENTENCE_END = /(?<=[.!?])\s+(?=[A-Z`(])/

const normal = (text: string): string => text.replace(/\s+/g, ' ').trim()

function digest(text: string): string {
  return createHash('sha256').update(normal(text)).digest('hex').slice(0, 12)
}

function slug(cell: string): string {
  return cell
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** One clause per sentence; a single sentence needs no number in its place. */
function sentences(place: string, text: string): [place: string, text: string][] {
  const parts = normal(text).split(SENTENCE_END)
  if (parts.length === 1) return [[place, text]]
  return parts.map((part, index) => [`${place}/sentence/${index + 1}`, part])
}

/** Every heading, sentence, list item and table row, in the order of the document. */
export function clausesOf(markdown: string): Clause[] {
  const found: [place: string, text: string][] = []
  let section = '0'
  let header: string | undefined
  let counts = { item: 0, sentence: 0 }
  for (const line of markdown.split('\n')) {
    const row = ROW.exec(line)
    if (!row) header = undefined
    if (line.trim() === '' || RULER.test(line)) continue
    if (HEADING.test(line)) {
      section = HEADING.exec(line)?.[1] ?? '0'
      counts = { item: 0, sentence: 0 }
      found.push([`${section}/heading`, line])
    } else if (row) {
      // The clause includes the table header, because it says what the cells mean.
      if (header === undefined) header = line
      else found.push([`${section}/row/${slug(row[1]?.split('|')[0] ?? '')}`, `${header} ${line}`])
    } else if (ITEM.test(line)) {
      counts.item += 1
      found.push(...sentences(`${section}/item/${counts.item}`, line.replace(ITEM, '')))
    } else if (RULE.test(line)) {
      found.push(...sentences(`${section}/rule/${RULE.exec(line)?.[1]}`, line.replace(RULE, '')))
    } else {
      for (const sentence of normal(line).split(SENTENCE_END)) {
        counts.sentence += 1
        found.push([`${section}/sentence/${counts.sentence}`, sentence])
      }
    }
  }
  return found.map(([place, text]) => ({ place, text: normal(text), digest: digest(text) }))
}
