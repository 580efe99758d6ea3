/** How the printed commands begin: a single executable, which the Python wheel also contains, needs no npx. */
const sea = process.getBuiltinModule?.('node:sea') as typeof import('node:sea') | undefined

export const PROGRAM = sea?.isSea() === true ? 'svc-conformance' : 'npx svc-conformance'
