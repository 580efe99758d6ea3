import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigError } from '../../core/config.ts'
import { type Distribution, openDistribution, parseDistribution } from '../../core/time/distribution.ts'
import type { Duration } from '../../core/time/duration.ts'

/** A reference to a file of measured times, before the file is read. */
interface TimesFile {
  readonly name: 'recorded'
  readonly file: string
}

/** Reads a file of measured times: a list as JSON, or one time a line; numbers are milliseconds. `file` is relative to `folder`. @throws ConfigError */
export function readTimes({ name, file }: TimesFile, folder: string): Distribution {
  const refuse = (problem: string): ConfigError => new ConfigError([`${file}: ${problem}`])
  let text: string
  try {
    text = readFileSync(resolve(folder, file), 'utf8')
  } catch (cause) {
    const { code = 'unknown error' } = cause as NodeJS.ErrnoException
    throw refuse(`cannot be read (${code}); check the name of the file of times`)
  }
  const words = text.split(/[\s,[\]"]+/).filter((word) => word !== '')
  const times = words.map((word) => (/^\d+(\.\d+)?$/.test(word) ? Number(word) : (word as Duration)))
  const settings = { name, times }
  try {
    openDistribution(settings)
  } catch (error) {
    throw refuse((error as RangeError).message.replace(/\.$/, ''))
  }
  return settings
}

/**
 * Parses `lognormal:p50=200ms,p95=900ms` or `recorded:file=gaps.txt`. @throws RangeError, and ConfigError for the file
 * @example
 * project.next(reply('Hello').with(latency({ ms: distributionFrom('lognormal:p50=200ms,p95=900ms') })))
 */
export function distributionFrom(text: string): Distribution {
  const parsed = parseDistribution(text)
  const distribution = isTimesFile(parsed) ? readTimes(parsed, '.') : parsed
  openDistribution(distribution)
  return distribution
}

/** Whether a value in a configuration refers to a file of times. */
export function isTimesFile(value: unknown): value is TimesFile {
  const { name, file, ...others } = { ...(value as Partial<TimesFile> | null) }
  return name === 'recorded' && typeof file === 'string' && Object.keys(others).length === 0
}
