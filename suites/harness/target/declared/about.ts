/** The description of a target: product, version, image and so on. The operator declares it: no request can show it. */

import { UsageError } from '../../catalogue/usage-error.ts'
import { compact } from '../../http/compact.ts'
import { hideSecrets } from '../../http/redact.ts'
import { names } from '../../text/names.ts'
import { type Environment, filled } from '../environment.ts'
import { mistakesInPart } from '../yaml/mistakes.ts'
import type { YamlMistake } from '../yaml/source.ts'

export interface About {
  /** The contract that the target claims, such as 1.0. This decides which sets score. */
  readonly contract?: string
  readonly product?: string
  readonly vendor?: string
  readonly version?: string
  /** A commit, or another id of version control. */
  readonly revision?: string
  /** An OCI reference with a digest. */
  readonly image?: string
  readonly environment?: string
  readonly contact?: string
  readonly labels?: Readonly<Record<string, string>>
}

/** The pattern of the schema of reports; the schema of target files is looser, to allow `${NAME}`. */
const IMAGE = /^[A-Za-z0-9]+((?:[.:/]|__?|-+)[A-Za-z0-9]+)*@sha256:[0-9a-f]{64}$/

const MAX_LABELS = 16

/** Mistakes that a schema cannot find. */
export function mistakesInAbout({ image }: About): YamlMistake[] {
  if (image === undefined || IMAGE.test(image)) return []
  const message =
    'must be an image with its digest; write it like registry.example.com/gateway@sha256:… and 64 hex digits'
  return [{ location: ['about', 'image'], message }]
}

/** Texts with secrets, which every report would show. Looks for the secrets that are known by now. */
export function secretsIn(part: readonly string[], texts: readonly [name: string, text: string][]): YamlMistake[] {
  const message = 'contains a secret, but reports show it; write something else'
  return texts.flatMap(([name, text]) => (hideSecrets(text) === text ? [] : [{ location: [...part, name], message }]))
}

/** Labels may also have a secret as their name. */
export const secretsInAbout = ({ labels = {}, ...texts }: About): YamlMistake[] => [
  ...secretsIn(['about'], Object.entries(texts)),
  ...secretsIn(
    ['about', 'labels'],
    Object.entries(labels).map(([name, text]) => [name, `${name} ${text}`]),
  ),
]

const TEXTS = names('contract product vendor version revision image environment contact')

/** Always in one order: the same declaration gives the same report, in whatever order it was written. */
export function inOrder({ labels, ...about }: About): About {
  const sorted = labels && Object.entries(labels).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const texts = Object.fromEntries(TEXTS.map((name) => [name, about[name]]))
  return compact({ ...texts, labels: sorted && Object.fromEntries(sorted) })
}

type Describe = (mistake: YamlMistake) => string

/**
 * Reads a declaration outside of a target file, which may contain `${NAME}` as well.
 *
 * @param describe makes a message from the location of a mistake and the mistake
 * @throws UsageError with every mistake
 */
export function aboutFrom(value: unknown, env: Environment, describe: Describe): About {
  const unread: YamlMistake[] = []
  const read = filledIn(value, ['about'], (text, location) =>
    filled(text, env, (message) => void unread.push({ location, message }), 'remove this'),
  )
  const mistakes = [...unread, ...mistakesInPart({ about: read })]
  const all = mistakes.length > 0 ? mistakes : mistakesInAbout(read as About)
  if (all.length > 0) throw new UsageError(...all.map(describe))
  return read as About
}

/** A copy of data in which `fill` has changed each text. */
function filledIn(
  value: unknown,
  location: readonly string[],
  fill: (text: string, at: readonly string[]) => string,
): unknown {
  if (typeof value === 'string') return fill(value, location)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, filledIn(member, [...location, name], fill)]),
  )
}

/**
 * Merges the declaration of a target file with other declarations, which override it.
 *
 * @throws UsageError if both together are too long, or hold a secret of the target
 */
export function aboutWith(own: About | undefined, more: About | undefined, describe: Describe): About | undefined {
  if (more === undefined) return own
  const labels = { ...own?.labels, ...more.labels }
  const about = { ...own, ...more, ...compact({ labels: Object.keys(labels).length > 0 ? labels : undefined }) }
  const message = `has more than ${MAX_LABELS} entries with those of the target file; remove some`
  const tooMany = { location: ['about', 'labels'], message }
  const mistakes = [...(Object.keys(labels).length > MAX_LABELS ? [tooMany] : []), ...secretsInAbout(about)]
  if (mistakes.length > 0) throw new UsageError(...mistakes.map(describe))
  return about
}
