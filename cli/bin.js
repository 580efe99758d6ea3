#!/usr/bin/env node
// The command in the package and in a checkout alike: a checkout runs its sources, which need no build and are never out of date.
import { existsSync } from 'node:fs'

const source = new URL('./main.ts', import.meta.url)
await import(existsSync(source) ? source.href : '../dist/cli/main.js')
