import { createRequire } from 'node:module'

const manifest = createRequire(import.meta.url)('svc-conformance/package.json') as { version: string }

/** The version of this package. */
export const harnessVersion: string = manifest.version
