/** `${NAME}` in a target file represents an environment variable. */
import type { Location, YamlMistake, YamlSource } from './yaml/source.ts'

export type Environment = Readonly<Record<string, string | undefined>>

const REFERENCE = /\$\{([^}]*)\}/g
/** The members that every file has. */
const REQUIRED: readonly string[] = ['base_url', 'keys.valid']
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

/** The name of a part of the file that reports show unchanged; undefined for other parts. */
function reportedPart(location: Location): string | undefined {
  if (location[0] === 'waivers') return 'waivers'
  if (location[0] === 'not_applicable') return 'these reasons'
  return location[0] === 'provoke' && location[2] === 'headers' ? 'these headers' : undefined
}

/** Texts as written in the file, if they refer to the environment, by their location: `keys.valid`. */
export type References = ReadonlyMap<string, string>

/** Replaces every reference by its value. A reference that cannot be read stays as it is, and is reported. */
export function readEnvironment(
  source: YamlSource,
  env: Environment,
): { readonly mistakes: readonly YamlMistake[]; readonly references: References } {
  const mistakes: YamlMistake[] = []
  const references = new Map<string, string>()
  source.changeTexts((text, locate) => {
    if (text.search(REFERENCE) < 0) return text
    const location = locate()
    const name = location.join('.')
    references.set(name, text)
    const report = (message: string): void => void mistakes.push({ location, message })
    const part = reportedPart(location)
    if (part === undefined) return filled(text, env, report, REQUIRED.includes(name) ? 'name another' : undefined)
    report(`may not read the environment, because reports show ${part}; write plain text`)
    return text
  })
  return { mistakes, references }
}

/** Replaces the references in a text. Unreadable ones stay, and are reported. @param otherwise an alternative fix */
export function filled(
  text: string,
  env: Environment,
  report: (message: string) => void,
  otherwise = 'drop this line',
): string {
  return text.replaceAll(REFERENCE, (reference: string, name: string) => {
    const value = env[name]
    if (value !== undefined && value.trim() !== '' && NAME.test(name)) return value
    const why = value === undefined ? 'not set' : 'empty'
    report(
      NAME.test(name)
        ? `needs the environment variable ${name}, which is ${why}; set it, or ${otherwise}`
        : `has a reference that is not the name of a variable; write \${NAME}`,
    )
    return reference
  })
}

/** The variable, if a text consists of one reference. */
export function variableIn(text: string | undefined): string | undefined {
  return /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/.exec(text ?? '')?.[1]
}
