/** `${NAME}` in a target file stands for an environment variable. */
import type { Location, YamlMistake, YamlSource } from './yaml/source.ts'

export type Environment = Readonly<Record<string, string | undefined>>

const REFERENCE = /\$\{([^}]*)\}/g
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

/** What reports show as it is, in words. */
function shownAt(location: Location): string | undefined {
  if (location[0] === 'waivers') return 'waivers'
  return location[0] === 'provoke' && location[2] === 'headers' ? 'these headers' : undefined
}

/** Texts as they stand in the file, where they refer to the environment, by their location: `keys.valid`. */
export type References = ReadonlyMap<string, string>

export interface Read {
  readonly mistakes: readonly YamlMistake[]
  readonly references: References
}

/** Replaces every reference by its value. One that cannot be read stays as it is, and is a mistake. */
export function readEnvironment(source: YamlSource, env: Environment): Read {
  const mistakes: YamlMistake[] = []
  const references = new Map<string, string>()
  source.changeTexts((text, locate) => {
    if (text.search(REFERENCE) < 0) return text
    const location = locate()
    references.set(location.join('.'), text)
    return text.replaceAll(REFERENCE, (reference: string, name: string) => {
      const tell = (message: string): string => {
        mistakes.push({ location, message })
        return reference
      }
      const shown = shownAt(location)
      if (shown !== undefined)
        return tell(`may not read the environment, because reports show ${shown}; write plain text`)
      if (!NAME.test(name)) return tell(`has a reference that is no name of a variable; write \${NAME}`)
      const value = env[name]
      if (value === undefined)
        return tell(`needs the environment variable ${name}, which is not set; set it, or drop this line`)
      if (value.trim() === '')
        return tell(`needs the environment variable ${name}, which is empty; set it, or drop this line`)
      return value
    })
  })
  return { mistakes, references }
}

/** The variable that a text is, and nothing else. */
export function variableIn(text: string | undefined): string | undefined {
  return /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/.exec(text ?? '')?.[1]
}
