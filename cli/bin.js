#!/usr/bin/env node
// Serves the package and a checkout. A checkout runs its sources, which need no build and are never out of date.
import { existsSync } from 'node:fs'

const source = new URL('./main.ts', import.meta.url)
await import(existsSync(source) ? source.href : '../dist/cli/main.js')
