/** What a program needs to know about a running mock: `--json` prints it, and the file of `--ready-file` has it. */
import { resolve } from 'node:path'
import type { MockConfig } from '../../../mock/index.ts'
import { compact } from '../../../suites/harness/http/compact.ts'
import { type FoundRoles, foundIn } from '../../mock-target-file.ts'

/** The members are published: docs/mock-server.md lists them. */
export interface Ready {
  /** The base URL, without `/v1`. */
  readonly url: string
  readonly admin_url?: string
  readonly pid: number
  /** The projects of the configuration that have a key, each with its first one. */
  readonly projects: Readonly<Record<string, { readonly key: string; readonly models: readonly string[] }>>
  /** The same keys by their use, if the configuration has such projects. */
  readonly keys: {
    readonly valid?: string
    readonly second?: string
    readonly empty?: string
    readonly disabled?: string
    readonly limited?: string
  }
  /** The available models of the key `valid`; without such a key, those of `limited`. */
  readonly models: readonly string[]
  /** The file with the certificate that clients have to trust, if the mock speaks TLS with a self-signed one. */
  readonly certificate?: string
}

/** What is known about the mock besides its configuration. */
export interface Standing {
  readonly url: string
  readonly admin: { readonly url: string } | undefined
  /** The file of its certificate, if clients would not trust it otherwise. */
  readonly certificate: string | undefined
}

export function readyOf({ url, admin, certificate }: Standing, config: MockConfig): Ready {
  const keys = keysOf(foundIn(config))
  const projects = Object.entries(config.projects).flatMap(
    ([
      name,
      {
        keys: [key],
        models,
      },
    ]) => (key === undefined ? [] : [[name, { key, models }] as const]),
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

export function keysOf({ keys, provoke: { disabled, limited } }: FoundRoles): Ready['keys'] {
  return compact({ ...keys, disabled: disabled?.key, limited: limited?.key })
}

function responding(key: string | undefined, { projects, models }: MockConfig): readonly string[] {
  const own = Object.values(projects).find(({ keys }) => key !== undefined && keys.includes(key))
  return (own?.models ?? []).filter((model) => models[model]?.available !== false)
}

/** One line, so that a program can read it from a pipe that stays open. */
export const readyText = (ready: Ready): string => `${JSON.stringify(ready)}\n`
