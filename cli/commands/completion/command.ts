/** `svc-conformance completion`: generates a completion script for a shell from the declared commands. */
import type { Command } from 'commander'
import { formatNames } from '../../../reporters/formats/format-names.ts'
import { requirements } from '../../../suites/harness/catalogue/requirements.ts'
import { compact } from '../../../suites/harness/http/compact.ts'
import { allChecks } from '../../../suites/index.ts'
import { exitCodes } from '../../exit-codes.ts'

/** What can complete a value: a list of words, a file name, or nothing known. */
type Value = readonly string[] | 'file' | 'anything'

type CompletedCommand = ReturnType<typeof completedCommands>[number]
type CompletedOption = CompletedCommand['options'][number]

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

/** A text for single quotes inside a specification of _arguments, where brackets and colons have a meaning. */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(/[[\]:]/g, '\\$&')
    .replaceAll("'", "'\\''")

function action(value: Value): string {
  if (value === 'file') return '_files'
  return value === 'anything' ? ' ' : `(${value.join(' ')})`
}

const optionLine = ({ name, description, value }: CompletedOption): string =>
  `'${name}[${escaped(description)}]${value === undefined ? '' : `:value:${action(value)}`}'`

function commandLines({ name, options, argument }: CompletedCommand): string {
  const specs = [...options.map(optionLine), ...(argument === undefined ? [] : [`'*:argument:${action(argument)}'`])]
  return `    ${name}) _arguments ${specs.join(' ')} ;;`
}

/** The completion script for zsh: one call of _arguments for each command. */
export function zshScript(commands: readonly CompletedCommand[]): string {
  return `#compdef svc-conformance
# Completion of svc-conformance for zsh: put it into a folder of fpath, under the name _svc-conformance.
_svc_conformance() {
  local -a commands
  if (( CURRENT == 2 )); then
    commands=(${commands.map(({ name, description }) => `'${name}:${escaped(description)}'`).join(' ')})
    _describe 'command' commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${commands.map(commandLines).join('\n')}
  esac
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _svc_conformance "$@"; else compdef _svc_conformance svc-conformance; fi
`
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** Completes the value of an option; offers files only if the value is a file. */
function taking(value: Value): string {
  if (value === 'file') return ' -r -F'
  return value === 'anything' ? ' -x' : ` -x -a ${quoted(value.join(' '))}`
}

function linesOf({ name, description, options, argument }: CompletedCommand): string[] {
  const within = `complete -c svc-conformance -n ${quoted(`__fish_seen_subcommand_from ${name}`)}`
  return [
    `complete -c svc-conformance -n __fish_use_subcommand -a ${name} -d ${quoted(description)}`,
    ...(argument === undefined || argument === 'anything'
      ? []
      : [`${within}${argument === 'file' ? ' -F' : ` -a ${quoted(argument.join(' '))}`}`]),
    ...options.map(
      ({ name: option, description: about, value }) =>
        `${within} -l ${option.slice(2)} -d ${quoted(about)}${value === undefined ? '' : taking(value)}`,
    ),
  ]
}

/** The completion script for fish: a line for each command and each option. */
export function fishScript(commands: readonly CompletedCommand[]): string {
  return `# Completion of svc-conformance for fish, for ~/.config/fish/completions/svc-conformance.fish
complete -c svc-conformance -f
${commands.flatMap(linesOf).join('\n')}
`
}

/** The line of the bash script that completes a value. */
function completing(value: Value): string {
  if (value === 'file') return 'compopt -o default 2>/dev/null || :; return 0'
  return value === 'anything' ? 'return 0' : `words='${value.join(' ')}'`
}

const branch = (pattern: string, value: Value): string => `    '${pattern}') ${completing(value)} ;;`

/** The completion script for bash: a function that inspects the words typed so far. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  const values = commands.flatMap(({ name, options }) =>
    options.flatMap(({ name: option, value }) => (value === undefined ? [] : [branch(`${name} ${option}`, value)])),
  )
  const inside = commands.map(({ name, options, argument }) => {
    const own = options.map((option) => option.name).join(' ')
    const first = argument === undefined ? '' : ` [[ $current == -* ]] || { ${completing(argument)}; };`
    return `    '${name}') words='${own}';${first} ;;`
  })
  return `# Completion of svc-conformance for bash: eval "$(svc-conformance completion bash)"
_svc_conformance() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]} words=''
  COMPREPLY=()
  if (( COMP_CWORD == 1 )); then
    words='${[...commands.map(({ name }) => name), '--help', '--version'].join(' ')}'
  else case "\${COMP_WORDS[1]} $before" in
${values.join('\n')}
    *) case "\${COMP_WORDS[1]}" in
${inside.join('\n')}
    esac ;;
  esac fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _svc_conformance svc-conformance
`
}

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript }

export type Shell = keyof typeof scripts

export function completionCommand(shell: Shell, commands: readonly Command[]): number {
  process.stdout.write(scripts[shell](completedCommands(commands)))
  return exitCodes.conformant
}
