/** The completion for bash: a function that looks at the words so far. */
import type { CompletedCommand, Value } from './words.ts'

/** What completes a value, as a line of the script. */
function completing(value: Value): string {
  if (value === 'file') return 'compopt -o default 2>/dev/null || :; return 0'
  return value === 'anything' ? 'return 0' : `words='${value.join(' ')}'`
}

function branch(pattern: string, value: Value): string {
  return `    '${pattern}') ${completing(value)} ;;`
}

export function bashCompletion(commands: readonly CompletedCommand[]): string {
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
