/** The oldest Node that the libraries of the harness support. */
const NEEDED = [22, 19] as const

/** Other runtimes, keyed by their name in `process.versions`. */
const OTHERS = { bun: 'Bun', deno: 'Deno' } as const

/** Commands that judge bytes, packets and connection ends, which are tested only with Node's sockets. */
const JUDGING: readonly (string | undefined)[] = ['run', 'doctor', 'plan']

/** What is wrong with the runtime for a command; undefined if it is supported. */
export function problemWithRuntime(
  versions: Readonly<Record<string, string | undefined>>,
  command: string | undefined,
): string | undefined {
  for (const [key, name] of Object.entries(OTHERS))
    if (versions[key] !== undefined && JUDGING.includes(command))
      return `this is ${name} ${versions[key]}, but the command ${command} needs Node ${NEEDED.join('.')} or newer, because its verdicts depend on Node's sockets; the command mock runs here`
  return problemWithNode(versions.node ?? '')
}

/** What is wrong with a version of Node; undefined if it is supported. */
export function problemWithNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return undefined
  return `this is Node ${version}; it needs ${NEEDED.join('.')} or newer: install it from https://nodejs.org or with a version manager`
}
