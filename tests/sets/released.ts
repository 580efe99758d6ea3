/** What releases have promised of sets: a released one stays as it is. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { DatedSet, Timeline } from '../../suites/harness/sets/timeline.ts'

/** A set that a tag calls released, with the digest of its file there. */
export interface TaggedSet {
  readonly tag: string
  readonly name: string
  readonly sha256: string
}

export interface History {
  readonly tags: readonly string[]
  readonly sets: readonly TaggedSet[]
}

/** What the tags of the releases hold; nothing where there is no history, as in an unpacked archive. */
export function historyOf(root: string): History {
  const git = (...args: string[]): Buffer | undefined => {
    try {
      return execFileSync('git', args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
    } catch {
      return undefined
    }
  }
  // A path that begins with a dot is that below the folder: around an unpacked archive may be the history of something else.
  const fileIn = (tag: string, name: string): Buffer | undefined => git('show', `${tag}:./schemas/sets/${name}.yaml`)
  const tagged = (git('tag', '--list', 'v[0-9]*') ?? '').toString().split('\n')
  const tags = tagged.filter((tag) => tag !== '' && fileIn(tag, 'timeline') !== undefined)
  const sets = tags.flatMap((tag) => {
    const timeline = parse(String(fileIn(tag, 'timeline'))) as Pick<Timeline, 'sets'>
    const released = timeline.sets.filter((set) => set.released !== undefined)
    return released.map(({ name }) => ({ tag, name, sha256: digestOf(fileIn(tag, name) ?? '') }))
  })
  return { tags, sets }
}

/** What the append-only file of digests promises: the same as the tags, also where there are none. */
export function promisesIn(text: string): TaggedSet[] {
  return text.split('\n').flatMap((line) => {
    const [name = '', version = '', sha256 = ''] = line.split(' ')
    return line === '' || line.startsWith('#') ? [] : [{ tag: `v${version}`, name, sha256 }]
  })
}

/** @param root of the checkout */
export const ourPromises = (root: string): TaggedSet[] =>
  promisesIn(readFileSync(`${root}/tests/sets/released.txt`, 'utf8'))

/** Released sets of the timeline that the file of digests does not have. */
export function unpromised(sets: readonly DatedSet[], promises: readonly TaggedSet[]): string[] {
  return sets.flatMap(({ name, released, sha256 }) => {
    if (released === undefined || promises.some((each) => each.name === name)) return []
    return [`tests/sets/released.txt needs the line: ${name} ${released} ${sha256}`]
  })
}

const digestOf = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')

/** Where sets are not what releases have promised; empty where all is well. */
export function brokenPromises(sets: readonly DatedSet[], history: History): string[] {
  const own = new Map(sets.map((set) => [set.name, set]))
  const changed = history.sets.flatMap(({ tag, name, sha256 }) => {
    const set = own.get(name)
    if (!set) return [`${name} is gone, and ${tag} has released it`]
    if (set.released === undefined) return [`${name} is not marked as released, but ${tag} has it`]
    return set.sha256 === sha256 ? [] : [`${name} differs from that of ${tag}`]
  })
  const unknown = sets.flatMap(({ name, released }) => {
    const tag = `v${released}`
    if (released === undefined || !history.tags.includes(tag)) return []
    return history.sets.some((each) => each.tag === tag && each.name === name)
      ? []
      : [`${name} is marked as released in ${released}, but not in ${tag}`]
  })
  return [...changed, ...unknown]
}

/**
 * Sets that have a day from which they count and say nothing of their release, in a tree that is about to be released; and
 * those that name a release which the changelog does not know.
 */
export function unmarked(sets: readonly DatedSet[], changelog: string): string[] {
  const sections = [...changelog.matchAll(/^## (\S+)/gm)].map(([, section = '']) => section)
  const isRelease = sections[0] !== 'Unreleased'
  return sets.flatMap(({ name, effective, released }) => {
    if (released === undefined)
      return isRelease && effective !== undefined ? [`${name} needs released: ${sections[0]}`] : []
    return sections.includes(released) ? [] : [`${name}: the changelog has no ${released}`]
  })
}
