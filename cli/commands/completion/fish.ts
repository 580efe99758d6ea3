/** The completion for fish: a line for each command and each option. */
import type { CompletedCommand, Value } from './words.ts'

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

/** The option takes a value; files are offered only if it is a file. */
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

export function fishCompletion(commands: readonly CompletedCommand[]): string {
  return `# Completion of svc-conformance for fish, for ~/.config/fish/completions/svc-conformance.fish
complete -c svc-conformance -f
${commands.flatMap(linesOf).join('\n')}
`
}
