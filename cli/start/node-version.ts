/** The oldest Node that the libraries of the harness support. */
const NEEDED = [22, 19] as const

/** What is wrong with a version of Node; undefined where it will do. */
export function problemWithNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return undefined
  return `this is Node ${version}; ${NEEDED.join('.')} or newer is needed: install it from https://nodejs.org or with a version manager`
}
