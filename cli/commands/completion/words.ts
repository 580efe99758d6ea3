/** What a shell can complete, as data from the declared commands. */
import type { Command } from 'commander'
import { formatNames } from '../../../reporters/formats/format-names.ts'
import { requirements } from '../../../suites/harness/catalogue/requirements.ts'
import { compact } from '../../../suites/harness/http/compact.ts'
import { allChecks } from '../../../suites/index.ts'

/** What can complete a value: a list of words, a file name, or nothing known. */
export type Value = readonly string[] | 'file' | 'anything'

export type CompletedCommand = ReturnType<typeof completedCommands>[number]
export type CompletedOption = CompletedCommand['options'][number]

const ids = (): string[] => requirements.map(({ id }) => id)

/** Both `run` and `plan` have this option. */
const onBoth = (option: string, list: () => readonly string[]): Record<string, () => readonly string[]> => ({
  [`run ${option}`]: list,
  [`plan ${option}`]: list,
})

/** Suggested values that are not commander choices, because lists and prefixes are accepted too. */
const LISTS: Readonly<Record<string, () => readonly string[]>> = {
  ...onBoth('--suite', () => [...new Set(allChecks.map(({ suite }) => suite))]),
  ...onBoth('--requirement', ids),
  'run --reporter': () => formatNames,
  'explain <id>': ids,
}

/** Placeholders, such as `<file>`, of values that are files or folders. */
const FILES = ['file', 'folder', 'report', 'old', 'new', 'certificate']

function valueAt(place: string, name: string, choices: readonly string[] | undefined): Value {
  const list = choices ?? LISTS[place]?.()
  if (list) return list
  return FILES.includes(name) ? 'file' : 'anything'
}

/** Every command with its visible options. */
export const completedCommands = (commands: readonly Command[]) =>
  commands.map((command) => {
    const help = command.createHelp()
    const options = help.visibleOptions(command).map(({ long, flags, description, argChoices }) => {
      const value = /[<[](.+)[>\]]/.exec(flags)?.[1]
      // With its dashes, such as `--profile`.
      const name = long ?? flags
      const place = `${command.name()} ${name}`
      // An option without a value has no member `value`.
      return compact({ name, description, value: value === undefined ? undefined : valueAt(place, value, argChoices) })
    })
    const [first] = command.registeredArguments
    const argument = first && valueAt(`${command.name()} <${first.name()}>`, first.name(), first.argChoices)
    return compact({ name: command.name(), description: command.description(), options, argument })
  })
