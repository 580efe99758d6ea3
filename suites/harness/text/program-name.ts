/** How the commands that a run prints begin: a single executable, which the wheel for Python has as well, needs no npx. */
const sea = process.getBuiltinModule?.('node:sea') as typeof import('node:sea') | undefined

export const PROGRAM = sea?.isSea() === true ? 'svc-conformance' : 'npx svc-conformance'
