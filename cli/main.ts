#!/usr/bin/env node
/** The command. It checks the version of Node before it loads anything that needs a newer one. */
import * as module from 'node:module'
import { cacheFolder } from './start/compile-cache.ts'
import { tuneHeap } from './start/heap.ts'
import { problemWithRuntime } from './start/node-version.ts'

/** Milliseconds that pending timers of an interrupted run may keep the process alive. */
const MAX_WAIT = 200

const problem = problemWithRuntime(process.versions, process.argv[2])
if (problem === undefined) {
  // With the cache, later starts compile nothing. NODE_COMPILE_CACHE names another folder, and
  // NODE_DISABLE_COMPILE_CACHE=1 turns the cache off. Deno has no such cache.
  const canCompileAhead = typeof module.getCompileCacheDir === 'function' && module.getCompileCacheDir() === undefined
  if (canCompileAhead && process.env.NODE_DISABLE_COMPILE_CACHE !== '1') {
    const folder = cacheFolder('compiled', process.env)
    if (folder !== undefined) module.enableCompileCache(folder)
  }
  const { main } = await import('./program.ts')
  // Only after the command is loaded: Node rejects cached code if the flags differ, and would recompile everything.
  tuneHeap(process.argv.slice(2))
  process.exitCode = await main(process.argv.slice(2))
  setTimeout(() => process.exit(), MAX_WAIT).unref()
} else {
  process.stderr.write(`svc-conformance: ${problem}\n`)
  process.exitCode = 2
}
