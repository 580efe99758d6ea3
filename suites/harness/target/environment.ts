/** `${NAME}` in a target file stands for an environment variable. */
import type { Place, YamlMistake, YamlSource } from './yaml.ts'

export type Environment = Readonly<Record<string, string | undefined>>

const REFERENCE = /\$\{([^}]*)\}/g
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

/** What stands in reports as it is, in words. */
function shownAt(place: Place): string | undefined {
  if (place[0] === 'waivers') return 'waivers'
  return place[0] === 'provoke' && place[2] === 'headers' ? 'these headers' : undefined
}

/** Reads every reference; what cannot be read is left as it stands, and told. */
export function readEnvironment(source: YamlSource, env: Environment): YamlMistake[] {
  const mistakes: YamlMistake[] = []
  source.changeTexts((text, place) =>
    text.replaceAll(REFERENCE, (reference: string, name: string) => {
      const tell = (message: string): string => {
        mistakes.push({ place, message })
        return reference
      }
      const shown = shownAt(place)
      if (shown !== undefined)
        return tell(`may not read the environment, because reports show ${shown}; write plain text`)
      if (!NAME.test(name)) return tell(`has a reference that is no name of a variable; write \${NAME}`)
      const value = env[name]
      if (value === undefined)
        return tell(`needs the environment variable ${name}, which is not set; set it, or drop this line`)
      if (value.trim() === '')
        return tell(`needs the environment variable ${name}, which is empty; set it, or drop this line`)
      return value
    }),
  )
  return mistakes
}
