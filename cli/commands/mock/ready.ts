/** What a program has to know of a mock that is up: printed by `--json`, and kept in the file of `--ready-file` while it runs. */
import { readFileSync, rmSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { MockConfig } from '../../../mock/index.ts'
import { writeNamed } from '../../files.ts'
import { type MockRoles, rolesIn } from '../../mock-target-file.ts'

/** The members are published: docs/mock-server.md lists them. */
export interface Ready {
  /** The base URL, without `/v1`. */
  readonly url: string
  readonly admin_url?: string
  readonly pid: number
  /** The projects of the configuration that have a key, each with its first one. */
  readonly projects: Readonly<Record<string, { readonly key: string; readonly models: readonly string[] }>>
  /** The same keys by what they are good for, as far as the configuration has such projects. */
  readonly keys: {
    readonly valid?: string
    readonly second?: string
    readonly empty?: string
    readonly disabled?: string
    readonly limited?: string
  }
  /** The models that the key `valid` may call and that answer. */
  readonly models: readonly string[]
  /** The file with the certificate that clients have to trust, where the mock speaks TLS with one that it signed itself. */
  readonly certificate?: string
}

/** What is known of the mock beside its configuration. */
export interface Standing {
  readonly url: string
  readonly admin: { readonly url: string } | undefined
  /** The file of its own certificate, where nothing else makes clients trust it. */
  readonly certificate: string | undefined
}

export function readyOf({ url, admin, certificate }: Standing, config: MockConfig): Ready {
  const roles = rolesIn(config)
  return {
    url,
    ...(admin && { admin_url: admin.url }),
    pid: process.pid,
    projects: Object.fromEntries(
      Object.entries(config.projects).flatMap(
        ([
          name,
          {
            keys: [key],
            models,
          },
        ]) => (key === undefined ? [] : [[name, { key, models }]]),
      ),
    ),
    keys: roles ? keysOf(roles) : {},
    models: roles ? answering(roles.keys.valid, config) : [],
    ...(certificate !== undefined && { certificate: resolve(certificate) }),
  }
}

export function keysOf({ keys, provoke: { disabled, limited } }: MockRoles): Ready['keys'] {
  return { ...keys, ...(disabled && { disabled: disabled.key }), ...(limited && { limited: limited.key }) }
}

function answering(valid: string, { projects, models }: MockConfig): readonly string[] {
  const own = Object.values(projects).find(({ keys }) => keys.includes(valid))
  return (own?.models ?? []).filter((model) => models[model]?.available !== false)
}

/** One line, so that a program can read it from a pipe that stays open. */
export const readyText = (ready: Ready): string => `${JSON.stringify(ready)}\n`

/** Keys stand in it. */
const OWNER_ONLY = 0o600

/** The file is there while the mock takes calls: who waits for it never finds one of an earlier mock. */
export class ReadyFile {
  readonly #path: string
  #written: string | undefined
  #removed = false

  /** Removes what an earlier mock has left, because it was killed. */
  constructor(path: string) {
    this.#path = path
    if (isFile(path)) rmSync(path, { force: true })
  }

  /** @throws UsageError where the name is wrong, and WriteError where the system refuses */
  write(ready: Ready): void {
    if (this.#removed) return
    const text = readyText(ready)
    writeNamed(this.#path, text, OWNER_ONLY)
    this.#written = text
  }

  /** Leaves the file of another mock that was started with the same name. */
  remove(): void {
    this.#removed = true
    if (this.#written !== undefined && isFile(this.#path) && readFileSync(this.#path, 'utf8') === this.#written)
      rmSync(this.#path, { force: true })
  }
}

/** Not a pipe or a device, which stays. */
function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}
