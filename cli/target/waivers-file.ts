/** A file with only waivers, in the form of a target file, for targets without their own file. */
import { readBytes } from '../../suites/harness/catalogue/named-file.ts'
import { UsageError } from '../../suites/harness/catalogue/usage-error.ts'
import {
  mistakesInWaivers,
  type Waiver,
  type WaiverEntry,
  waiversOf,
} from '../../suites/harness/target/declared/waivers.ts'
import type { Target } from '../../suites/harness/target/target.ts'
import { mistakesInPart } from '../../suites/harness/target/yaml/mistakes.ts'
import { type YamlMistake, YamlSource } from '../../suites/harness/target/yaml/source.ts'

/**
 * Reads a file of waivers. @returns a function that adds them to a target
 * @throws UsageError, for example if the target already has one of them
 */
export function waiversFrom(path: string | undefined): (target: Target) => Target {
  if (path === undefined) return (target) => target
  const waivers = parseWaivers(readBytes(path, 'the file of waivers').toString('utf8'), path)
  return (target) => {
    const own = target.waivers ?? []
    const twice = waivers.find(({ requirement }) => own.some((other) => other.requirement === requirement))
    if (twice)
      throw new UsageError(`${path}: ${twice.requirement} is waived in the target file too; keep one of the two`)
    return waivers.length > 0 ? { ...target, waivers: [...own, ...waivers] } : target
  }
}

/**
 * @param name of the file, at the beginning of every line of an error
 * @throws UsageError with every mistake, each on its own line
 */
export function parseWaivers(text: string, name: string): Waiver[] {
  const source = new YamlSource(text, name)
  if (source.syntaxErrors.length > 0) throw new UsageError(...source.syntaxErrors)
  const { value } = source
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'waivers'))
    throw new UsageError(`${name}:1:1: the file has no waivers; write them below 'waivers:', as in a target file`)
  const entries = (value as { readonly waivers: readonly WaiverEntry[] }).waivers
  const strange = Object.keys(value).filter((member) => member !== 'waivers')
  const mistakes: YamlMistake[] = [
    ...strange.map((member) => ({ location: [member], name: true, message: 'is unknown here; there is waivers' })),
    ...mistakesInPart({ waivers: entries }),
  ]
  const further = mistakes.length > 0 ? mistakes : mistakesInWaivers(entries)
  if (further.length > 0) throw new UsageError(...source.report(further))
  return waiversOf(entries)
}
