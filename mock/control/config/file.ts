import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Document } from 'yaml'
import { ConfigError, type MockConfig } from '../../core/config.ts'
import { type Place, problemsOfConfig, spell } from './check.ts'

/** Only where there is YAML to read: loading the parser takes as long as the rest of the mock. */
const yaml = (): typeof import('yaml') => createRequire(import.meta.url)('yaml')

/** Reads a configuration file in YAML. Throws a ConfigError that names file, line and fix. */
export function loadConfig(path: string): MockConfig {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown error'
    throw new ConfigError([`${path}: cannot be read (${code}); check the name and the permissions`])
  }
  return parseConfig(text, path)
}

/** Reads a configuration from YAML text. `name` stands before every place in an error. */
export function parseConfig(text: string, name = 'configuration'): MockConfig {
  const { LineCounter, parseDocument } = yaml()
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, intAsBigInt: true, uniqueKeys: true, prettyErrors: false })
  const at = (offset: number): string => {
    const { line, col } = lines.linePos(offset)
    return `${name}:${line}:${col}`
  }
  if (document.errors.length > 0) {
    throw new ConfigError(document.errors.map(({ pos, message }) => `${at(pos[0])}: ${message}`))
  }
  const config = withNumbers(document.toJS())
  const problems = problemsOfConfig(config)
  if (problems.length === 0) return config as MockConfig
  throw new ConfigError(
    problems.map(({ place, message }) => `${at(offsetOf(document, place))}: ${spell(place)}: ${message}`),
  )
}

/** The offset of a path in the text; for a missing member, that of its parent. */
function offsetOf(document: Document, place: Place): number {
  for (let length = place.length; length >= 0; length--) {
    const node = length === 0 ? document.contents : document.getIn(place.slice(0, length), true)
    const range = (node as { range?: [number, number, number] | null } | undefined | null)?.range
    if (range) return range[0]
  }
  return 0
}

/** YAML integers come as bigints, so that none is rounded; all but the long ones become numbers. */
function withNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value
  if (Array.isArray(value)) return value.map(withNumbers)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, withNumbers(entry)]))
}
