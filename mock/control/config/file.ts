import { closeSync, openSync, readSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type { Document } from 'yaml'
import { ConfigError, type MockConfig } from '../../core/config.ts'
import { problemsOfConfig, spell } from './check.ts'
import type { Place } from './relations.ts'
import { isTimesFile, readTimes } from './times-file.ts'
import { documentIn, faultOfText, faultsOfDocument } from './yaml-bounds.ts'

/** Loads the parser on first use, because loading it takes as long as loading the rest of the mock. */
const yaml = (): typeof import('yaml') => createRequire(import.meta.url)('yaml')

/**
 * Reads a configuration file in YAML. Throws a ConfigError that names file, line and fix.
 * @example const mock = createMock({ config: loadConfig('mock.yaml') })
 */
export function loadConfig(path: string): MockConfig {
  let text: string
  try {
    text = beginningOf(path)
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown error'
    throw new ConfigError([`${path}: cannot be read (${code}); check the name and the permissions`])
  }
  return parseConfig(text, path, dirname(path))
}

/** The maximum size of a configuration in bytes. Reading stops here, so even an endless file is refused. */
const MAX_LENGTH = 1024 * 1024

function beginningOf(path: string): string {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(MAX_LENGTH)
    let held = 0
    for (let length = 1; length > 0 && held < MAX_LENGTH; held += length)
      length = readSync(file, bytes, held, MAX_LENGTH - held, null)
    return bytes.toString('utf8', 0, held)
  } finally {
    closeSync(file)
  }
}

/** The maximum number of problems to report: a file that is not a configuration has one in each line. */
const MAX_REPORTED = 20

/**
 * Reads a configuration from YAML text. `name` begins every line of an error; paths in it are relative to `folder`.
 * @example
 * const config = parseConfig('models: { svc/small-1: {} }\nprojects: { team-a: { keys: [svc_a_secret], models: [svc/small-1] } }')
 */
export function parseConfig(text: string, name = 'configuration', folder = '.'): MockConfig {
  const { LineCounter } = yaml()
  const lines = new LineCounter()
  const unread = faultOfText(text, yaml())
  const readable = unread ? text.slice(0, unread.offset) : text
  const document = documentIn(readable, yaml(), { lineCounter: lines, intAsBigInt: true })
  const at = (offset: number): string => {
    const { line, col } = lines.linePos(offset)
    return `${name}:${line}:${col}`
  }
  const errors = document.errors.map(({ pos, message }) => ({ offset: pos[0], message }))
  const faults = unread ? [unread] : errors.length > 0 ? errors : faultsOfDocument(document, yaml())
  if (faults.length > 0) throw refusal(faults, ({ offset, message }) => `${at(offset)}: ${message}`)
  const config: unknown = document.toJS({ reviver: (_name, value) => exact(value, folder) })
  const problems = problemsOfConfig(config)
  if (problems.length === 0) return config as MockConfig
  throw refusal(problems, ({ place, message }) => `${at(offsetOf(document, place))}: ${spell(place)}: ${message}`)
}

/** An error that describes the first problems and counts the rest. */
function refusal<T>(problems: readonly T[], inWords: (problem: T) => string): ConfigError {
  const more = problems.length - MAX_REPORTED
  return new ConfigError([...problems.slice(0, MAX_REPORTED).map(inWords), ...(more > 0 ? [`and ${more} more`] : [])])
}

/** The offset of a member in the text; for a missing member, the offset of its nearest existing parent. */
function offsetOf(document: Document, place: Place): number {
  for (let length = place.length; length >= 0; length--) {
    const node = length === 0 ? document.contents : document.getIn(place.slice(0, length), true)
    const range = (node as { range?: [number, number, number] | null } | undefined | null)?.range
    if (range) return range[0]
  }
  return 0
}

/** Replaces a reference to a file of times by the times, and a bigint by a number, if that is exact. */
function exact(value: unknown, folder: string): unknown {
  // The parser returns integers as bigints to avoid rounding.
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value
  return isTimesFile(value) ? readTimes(value, folder) : value
}
