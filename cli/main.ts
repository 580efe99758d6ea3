#!/usr/bin/env node
/** The command. It looks at the version of Node before it loads anything that needs a newer one. */
import * as module from 'node:module'
import { problemWithNode } from './node-version.ts'

/** Waits of an interrupted run that are still pending do not hold the process longer than this. */
const PATIENCE = 200

const problem = problemWithNode(process.versions.node)
if (problem === undefined) {
  // Every later start compiles nothing anew. It lies in the system's temporary folder; NODE_DISABLE_COMPILE_CACHE=1 forgoes it.
  module.enableCompileCache()
  const { main } = await import('./program.ts')
  process.exitCode = await main(process.argv.slice(2))
  setTimeout(() => process.exit(), PATIENCE).unref()
} else {
  process.stderr.write(`svc-conformance: ${problem}\n`)
  process.exitCode = 2
}
