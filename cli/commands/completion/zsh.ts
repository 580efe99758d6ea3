/** The completion for zsh: one call of _arguments for each command. */
import type { CompletedCommand, CompletedOption, Value } from './words.ts'

/** A text for single quotes inside a specification of _arguments, where brackets and colons have a meaning. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll(/[[\]:]/g, '\\$&')
    .replaceAll("'", "'\\''")
}

function action(value: Value): string {
  if (value === 'file') return '_files'
  return value === 'anything' ? ' ' : `(${value.join(' ')})`
}

function optionLine({ name, description, value }: CompletedOption): string {
  return `'${name}[${escaped(description)}]${value === undefined ? '' : `:value:${action(value)}`}'`
}

function commandLines({ name, options, argument }: CompletedCommand): string {
  const specs = [...options.map(optionLine), ...(argument === undefined ? [] : [`'*:argument:${action(argument)}'`])]
  return `    ${name}) _arguments ${specs.join(' ')} ;;`
}

export function zshCompletion(commands: readonly CompletedCommand[]): string {
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
