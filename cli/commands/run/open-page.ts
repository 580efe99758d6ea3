/** `--open`: shows a page in the browser of the person who runs the command. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { Environment } from '../../../suites/harness/target/environment.ts'

type Program = readonly [name: string, ...args: string[]]

/** The program that opens a page, by platform. BROWSER names one on every platform. */
export function openerFor(platform: NodeJS.Platform, env: Environment): Program {
  if (env.BROWSER) return [env.BROWSER]
  if (platform === 'darwin') return ['open']
  // Not `start`: it is built into cmd.exe, which could run parts of the path as a command.
  return platform === 'win32' ? ['explorer.exe'] : ['xdg-open']
}

/** @returns why the page was not opened; undefined if a program was started */
export async function openPage(path: string): Promise<string | undefined> {
  const [name, ...args] = openerFor(process.platform, process.env)
  const child = spawn(name, [...args, resolve(path)], { detached: true, stdio: 'ignore' })
  try {
    await once(child, 'spawn')
    child.unref()
    return undefined
  } catch {
    return `cannot open the page with ${name}: open ${path} yourself`
  }
}
