/** Preloaded into the command: makes one of its steps fail with an error that quotes the key in every form. */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { CANARY } from './canary.ts'
import { writtenForms } from './forms.ts'

const { BREAK } = process.env

function broken(): Error {
  return new Error(`it broke: ${writtenForms(CANARY).join(' ')}`)
}

const { renameSync } = fs
fs.renameSync = (from, to) => {
  // The command writes a temporary file first, and then renames it.
  const isPage = String(to).endsWith('report.html')
  if (BREAK === 'timer' && isPage)
    setImmediate(() => {
      throw broken()
    })
  if (BREAK === 'promise' && isPage) void Promise.reject(broken())
  renameSync(from, to)
}

const { stringify } = JSON
JSON.stringify = ((...args: Parameters<typeof stringify>) => {
  if (BREAK === 'reporter' && new Error('where').stack?.includes('/reporters/')) throw broken()
  return stringify(...args)
}) as typeof stringify
syncBuiltinESMExports()
