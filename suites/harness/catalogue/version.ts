/** The version of this package. Apart from the catalogue, since every command names it and few need the YAML. */
import { createRequire } from 'node:module'

const manifest = createRequire(import.meta.url)('svc-conformance/package.json') as { version: string }

export const harnessVersion: string = manifest.version
