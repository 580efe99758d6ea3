/**
 * `--about key=value`: describes a target, for a pipeline that knows its version and its image. It overrides the target file.
 */
import { UsageError } from '../../suites/harness/catalogue/usage-error.ts'
import { type About, aboutFrom, aboutWith } from '../../suites/harness/target/declared/about.ts'
import type { Environment } from '../../suites/harness/target/environment.ts'
import type { YamlMistake } from '../../suites/harness/target/yaml/source.ts'

const LABELS = 'labels.'

const describe = ({ location, message }: YamlMistake): string => `--about ${location.slice(1).join('.')}: ${message}`

/**
 * Reads `key=value` texts. @returns a function that adds them to a target. @throws UsageError at once, and if both together
 * have a mistake
 */
export function aboutOfFlags(
  texts: readonly string[],
  env: Environment,
): (own: About | undefined) => About | undefined {
  if (texts.length === 0) return (own) => own
  const entries = texts.map(entryIn)
  const names = entries.map(([name]) => name)
  const twice = names.find((name, at) => names.indexOf(name) < at)
  if (twice !== undefined) throw new UsageError(`--about ${twice}: given twice; give it once`)
  const isLabel = ([name]: readonly [string, string]): boolean => name.startsWith(LABELS)
  const labels = entries.filter(isLabel).map(([name, value]) => [name.slice(LABELS.length), value])
  const about = aboutFrom(
    {
      ...Object.fromEntries(entries.filter((entry) => !isLabel(entry))),
      ...(labels.length > 0 ? { labels: Object.fromEntries(labels) } : {}),
    },
    env,
    describe,
  )
  return (own) => aboutWith(own, about, describe)
}

function entryIn(text: string): readonly [name: string, value: string] {
  const cut = text.indexOf('=')
  if (cut > 0) return [text.slice(0, cut).trim(), text.slice(cut + 1).trim()]
  throw new UsageError('--about: expected NAME=VALUE, such as version=1.4.2 or labels.team=edge')
}
