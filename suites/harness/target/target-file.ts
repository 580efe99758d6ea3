/**
 * Reads the description of a target, from a file or from flags. Every mistake is reported with its
 * location and how to fix it, before anything is sent. Messages never repeat a key.
 */

import { dirname } from 'node:path'
import { readBytes } from '../catalogue/named-file.ts'
import { UsageError } from '../catalogue/usage-error.ts'
import { compact } from '../http/compact.ts'
import { type KeyRole, keyRoles, keyVariable } from '../http/key-forms.ts'
import { faultOfKey, hideKeys, rememberSecrets } from '../http/redact.ts'
import { names } from '../text/names.ts'
import { faultOfBaseUrl } from './base-url.ts'
import { type About, mistakesInAbout, secretsIn, secretsInAbout } from './declared/about.ts'
import { type Absences, absencesInOrder, mistakesInAbsences } from './declared/not-applicable.ts'
import { mistakesInWaivers, type WaiverEntry, waiversOf } from './declared/waivers.ts'
import { parseDuration } from './duration.ts'
import { type Environment, type References, readEnvironment, variableIn } from './environment.ts'
import { defaultLimits, MAX_TIMEOUT, SHORTEST_TIMEOUT } from './limits.ts'
import { type Network, networkSecrets } from './network.ts'
import { type NetworkEntry, networkFor, readNetwork } from './network-file.ts'
import { type State, states } from './states.ts'
import type { Provocation, Target } from './target.ts'
import { mistakesOf } from './yaml/mistakes.ts'
import { type YamlMistake, YamlSource } from './yaml/source.ts'

interface ProvokeEntry {
  readonly key?: string
  readonly model?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The content of a target file. */
export interface TargetFile extends NetworkEntry {
  readonly contract?: string
  readonly keys: Readonly<Record<'valid', string> & Partial<Record<'second' | 'empty' | 'revisit', string>>>
  readonly models?: Target['models']
  readonly provoke?: Partial<Record<State, ProvokeEntry>>
  readonly limits?: {
    readonly requests?: number
    readonly tokens?: number
    readonly bytes?: number
    readonly time?: string
    readonly rate?: number
    readonly concurrency?: number
    readonly timeout?: string
    readonly connect?: string
    readonly idle?: string
    readonly max_tokens?: number
  }
  readonly waivers?: readonly WaiverEntry[]
  readonly about?: About
  readonly not_applicable?: Absences
}

/** Headers that the client writes itself. */
export const RESERVED: readonly string[] = names(
  'authorization connection content-length expect host transfer-encoding upgrade',
)

/** The variable that holds the valid key where there is no target file. */
const KEY_VARIABLE = 'SVC_CONFORMANCE_KEY'

/** Finds equal keys of different states. Provocations may share a key if their model or headers differ. */
function keysTwice({ keys, provoke = {} }: TargetFile): YamlMistake[] {
  const all = [
    ...Object.entries(keys).map(([role, key]) => ({ location: ['keys', role], key, more: '{}' })),
    ...Object.entries(provoke).map(([state, { key, ...more }]) => ({
      location: ['provoke', state, 'key'],
      key,
      more: JSON.stringify(more),
    })),
  ]
  return all.flatMap(({ location, key, more }, at) => {
    const first = all.slice(0, at).find((other) => key !== undefined && other.key === key && other.more === more)
    const message = `is the same key as ${first?.location.join('.')}; write another one, or drop it`
    return first ? [{ location, message }] : []
  })
}

/** Mistakes that a schema cannot find. */
function furtherMistakes(file: TargetFile): YamlMistake[] {
  const mistakes: YamlMistake[] = []
  const report = (location: YamlMistake['location'], message: string | undefined): void => {
    if (message !== undefined) mistakes.push({ location, message })
  }
  report(['base_url'], faultOfBaseUrl(file.base_url))
  if (file.contract !== undefined && file.about?.contract !== undefined)
    report(['about', 'contract'], 'also occurs outside of about; write it once')
  for (const [role, key] of Object.entries(file.keys)) report(['keys', role], faultOfKey(key))
  for (const [state, entry] of Object.entries(file.provoke ?? {})) {
    if (entry.key !== undefined) report(['provoke', state, 'key'], faultOfKey(entry.key))
    for (const name of Object.keys(entry.headers ?? {})) {
      if (!RESERVED.includes(name.toLowerCase())) continue
      const isKey = name.toLowerCase() === 'authorization'
      const hint = isKey ? `write the key as provoke.${state}.key` : 'choose another header'
      const message = `is set by the harness; ${hint}`
      mistakes.push({ location: ['provoke', state, 'headers', name], name: true, message })
    }
  }
  mistakes.push(...keysTwice(file))
  if (file.models?.foreign !== undefined && file.keys.second === undefined) {
    report(['models', 'foreign'], 'needs keys.second, the key of the project that has this model')
  }
  for (const name of ['timeout', 'connect', 'idle'] as const) {
    const duration = parseDuration(file.limits?.[name])
    if (duration !== undefined && (duration < SHORTEST_TIMEOUT || duration > MAX_TIMEOUT))
      report(['limits', name], 'must be from 100ms to 10m')
  }
  return [
    ...mistakes,
    ...mistakesInWaivers(file.waivers ?? []),
    ...mistakesInAbout(file.about ?? {}),
    ...mistakesInAbsences(file.not_applicable ?? {}, file),
  ]
}

function targetOf(file: TargetFile, network: Network): Target {
  const { revisit, ...own } = file.keys
  const keys: Partial<Record<KeyRole, string>> = own
  const provoke: Partial<Record<State, Provocation>> = {}
  for (const state of states) {
    const entry = file.provoke?.[state]
    if (!entry) continue
    if (entry.key !== undefined) keys[state] = entry.key
    provoke[state] = compact({
      role: entry.key === undefined ? 'valid' : state,
      model: entry.model,
      headers: Object.entries(entry.headers ?? {}),
    })
  }
  const { timeout, connect, idle, time, max_tokens, ...limits } = file.limits ?? {}
  const baseUrl = file.base_url.replace(/\/+$/, '')
  const byDefault = defaultLimits(baseUrl)
  return {
    baseUrl,
    keys,
    models: file.models ?? {},
    provoke,
    network,
    ...compact({
      waivers: file.waivers && waiversOf(file.waivers),
      about: file.contract === undefined ? file.about : { ...file.about, contract: file.contract },
      notApplicable: file.not_applicable && absencesInOrder(file.not_applicable),
      revisitKey: revisit,
    }),
    limits: {
      ...byDefault,
      ...limits,
      ...compact({
        timeout: parseDuration(timeout),
        connect: parseDuration(connect),
        idle: parseDuration(idle),
        time: parseDuration(time),
        maxTokens: max_tokens,
      }),
    },
  }
}

/** The variables that the file names for keys, by role; undefined if it names none. */
function variablesIn(references: References): Target['variables'] {
  const own = keyRoles.flatMap((role) => {
    const name = variableIn(references.get(`keys.${role}`) ?? references.get(`provoke.${role}.key`))
    return name === undefined || name === keyVariable(role) ? [] : [[role, name] as const]
  })
  return own.length === 0 ? undefined : Object.fromEntries(own)
}

function secretsOf({ keys, revisitKey, network = {} }: Target): string[] {
  return [...Object.values(keys), ...(revisitKey === undefined ? [] : [revisitKey]), ...networkSecrets(network)]
}

/**
 * Reads a target file from its text.
 *
 * @param name of the file, at the beginning of every line of an error
 * @param folder where relative paths in the file begin
 * @throws UsageError with every mistake, each on its own line
 * @example
 * const target = parseTarget('base_url: https://gateway.example.com\nkeys: { valid: "${SVC_KEY}" }', 'my target', env)
 */
export function parseTarget(text: string, name: string, env: Environment, folder = process.cwd()): Target {
  const source = new YamlSource(text, name)
  const refuse = (lines: readonly string[]): UsageError => new UsageError(...lines.map(hideKeys))
  if (source.syntaxErrors.length > 0) {
    // Inside `{ }` YAML ends a plain text at the closing brace of a reference.
    const isCut = /\{[^\n"'#]*:\s*\$\{/.test(text)
    const hint = 'Inside { } a reference needs quotes: { key: "${NAME}" }'
    throw refuse([...source.syntaxErrors, ...(isCut ? [hint] : [])])
  }
  const { mistakes: unread, references } = readEnvironment(source, env)
  const value = source.value
  const mistakes = mistakesOf(value)
  const further = mistakes.length > 0 ? mistakes : furtherMistakes(value as TargetFile)
  const { network = {}, mistakes: inNetwork = [] } =
    further.length + unread.length > 0 ? {} : readNetwork(value as TargetFile, { env, folder, references })
  const all = [...unread, ...further, ...inNetwork]
  // One message for each location is enough.
  const first = new Map(all.toReversed().map((mistake) => [JSON.stringify(mistake.location), mistake]))
  if (first.size > 0) throw refuse(source.report([...first.values()].toReversed()))
  const target = { ...targetOf(value as TargetFile, network), ...compact({ variables: variablesIn(references) }) }
  rememberSecrets(secretsOf(target))
  const shown = [
    ...secretsInAbout(target.about ?? {}),
    ...secretsIn(['not_applicable'], Object.entries(target.notApplicable ?? {})),
  ]
  if (shown.length > 0) throw refuse(source.report(shown))
  return target
}

/** A target from a file of ours: it has no mistakes, so the library that finds them is not needed. */
export function targetFrom(file: TargetFile): Target {
  const target = targetOf(file, readNetwork(file, { env: {}, folder: '', references: new Map() }).network)
  rememberSecrets(secretsOf(target))
  return target
}

/**
 * Reads a target file. @throws UsageError
 * @example const target = loadTarget('target.yaml', env)
 */
export function loadTarget(path: string, env: Environment): Target {
  return parseTarget(readBytes(path, 'the target file').toString('utf8'), path, env, dirname(path))
}

/**
 * A target with one key, as flags describe it. @throws UsageError
 * @example const target = targetFromFlags({ baseUrl: mock.url, env: { SVC_CONFORMANCE_KEY: mock.key } })
 */
export function targetFromFlags({ baseUrl, env }: { readonly baseUrl: string; readonly env: Environment }): Target {
  const fault = faultOfBaseUrl(baseUrl)
  if (fault) throw new UsageError(`--base-url ${fault}`)
  const key = env[KEY_VARIABLE]
  if (key === undefined || key === '') {
    throw new UsageError(
      `the key is missing; put it into the environment variable ${KEY_VARIABLE}, or name a target file with --target`,
    )
  }
  rememberSecrets([key])
  const wrong = faultOfKey(key)
  if (wrong) throw new UsageError(`${KEY_VARIABLE} ${wrong}`)
  const network = networkFor(baseUrl, env)
  rememberSecrets(networkSecrets(network))
  return {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    keys: { valid: key },
    models: {},
    provoke: {},
    network,
    limits: defaultLimits(baseUrl),
  }
}
