/** What a program needs to know about a running mock, for `--json` and the file of `--ready-file`. */
import { closeSync, constants, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import type { MockConfig } from '../../../mock/index.ts'
import { jsonIn } from '../../../reporters/formats/json.ts'
import { WriteError } from '../../../reporters/formats/whole-file.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { compact } from '../../../suites/harness/http/compact.ts'
import { writeNamed } from '../../files.ts'
import { type FoundRoles, foundIn } from '../../mock-target-file.ts'
import type { Running } from './running.ts'

/** The members are published: docs/mock-server.md lists them. */
interface Ready {
  /** The base URL, without `/v1`. */
  readonly url: string
  readonly admin_url?: string
  readonly pid: number
  /** The projects of the configuration that have a key, each with its first one. */
  readonly projects: Readonly<Record<string, { readonly key: string; readonly models: readonly string[] }>>
  /** The same keys by their use, if the configuration has such projects. */
  readonly keys: Readonly<Partial<Record<'valid' | 'second' | 'empty' | 'disabled' | 'limited', string>>>
  /** The available models of the key `valid`; without such a key, those of `limited`. */
  readonly models: readonly string[]
  /** The file with the certificate that clients have to trust, if the mock speaks TLS with a self-signed one. */
  readonly certificate?: string
}

/** A running mock. `certificate` is set only if clients would not trust the mock without it. */
type Standing = Pick<Running, 'url' | 'admin'> & { readonly certificate: string | undefined }

export function readyOf({ url, admin, certificate }: Standing, config: MockConfig): Ready {
  const keys = keysOf(foundIn(config))
  const projects = Object.entries(config.projects).flatMap(([name, { keys: own, models }]) =>
    own[0] === undefined ? [] : [[name, { key: own[0], models }] as const],
  )
  return compact({
    url,
    admin_url: admin?.url,
    pid: process.pid,
    projects: Object.fromEntries(projects),
    keys,
    models: responding(keys.valid ?? keys.limited, config),
    certificate: certificate === undefined ? undefined : resolve(certificate),
  })
}

export const keysOf = ({ keys, provoke: { disabled, limited } }: FoundRoles): Ready['keys'] =>
  compact({ ...keys, disabled: disabled?.key, limited: limited?.key })

function responding(key: string | undefined, { projects, models }: MockConfig): readonly string[] {
  const own = Object.values(projects).find(({ keys }) => key !== undefined && keys.includes(key))
  return (own?.models ?? []).filter((model) => models[model]?.available !== false)
}

/** One line, so that a program can read it from a pipe that stays open. */
export const readyText = (ready: Ready): string => `${JSON.stringify(ready)}\n`

/** Restricts the file to its owner, because it contains keys. */
export const OWNER_ONLY = 0o600

/** Milliseconds between two checks for a reader of the pipe. */
const PAUSE = 50

/** Writes the file when the mock accepts requests and removes it at the end, so a waiting process finds no old file. */
export class ReadyFile {
  readonly #path: string
  #written: string | undefined
  #removed = false
  #retry: NodeJS.Timeout | undefined

  /** Removes the leftover file of a killed mock. @throws UsageError if another file has this name */
  constructor(path: string) {
    this.#path = path
    if (!isFile(path)) return
    const objection = objectionTo(path)
    if (objection) throw new UsageError(`--ready-file: ${path} ${objection}; choose another name, or remove it`)
    rmSync(path, { force: true })
  }

  /** @throws UsageError if the name is wrong, and WriteError if the system refuses */
  write(ready: Ready): void {
    if (this.#removed) return
    const text = readyText(ready)
    if (isPipe(this.#path)) {
      this.#writeToPipe(text)
      return
    }
    writeNamed(this.#path, text, OWNER_ONLY)
    this.#written = text
  }

  /** Retries until the pipe has a reader: a blocking open would stop the whole process, including signals. */
  #writeToPipe(text: string): void {
    clearTimeout(this.#retry)
    if (this.#removed) return
    try {
      const pipe = openSync(this.#path, constants.O_WRONLY | constants.O_NONBLOCK)
      try {
        writeSync(pipe, text)
      } finally {
        closeSync(pipe)
      }
    } catch (error) {
      const { code = 'unknown error' } = error as NodeJS.ErrnoException
      if (code !== 'ENXIO' && code !== 'EAGAIN') throw new WriteError(this.#path, code)
      this.#retry = setTimeout(() => this.#writeToPipe(text), PAUSE).unref()
    }
  }

  /** Removes the file, unless another mock has since written a file with this name. */
  remove(): void {
    this.#removed = true
    clearTimeout(this.#retry)
    if (this.#written !== undefined && isFile(this.#path) && readFileSync(this.#path, 'utf8') === this.#written)
      rmSync(this.#path, { force: true })
  }
}

const isPipe = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFIFO() ?? false

/** False for a pipe or a device, which must not be removed. */
export const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

/** Why a file must not be removed; undefined for the file of a dead mock, and for an empty one. */
function objectionTo(path: string): string | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return 'exists and cannot be read'
  }
  if (text.trim() === '') return undefined
  const pid = pidIn(text)
  if (pid === undefined) return 'exists and was not written by a mock'
  return isAlive(pid) ? `belongs to a running process (${pid})` : undefined
}

function pidIn(text: string): number | undefined {
  const { url, pid } = Object(jsonIn(text)) as Partial<Record<keyof Ready, unknown>>
  return typeof url === 'string' && Number.isInteger(pid) && Number(pid) > 0 ? Number(pid) : undefined
}

/** Our own process id means a dead earlier mock: in a container every mock may get the same id. */
function isAlive(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
