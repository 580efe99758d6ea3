/** Unites the groups of findings that have one root. */
import type { Group } from '../cause-groups.ts'
import { type Count, haveOneRoot } from './rules.ts'

/** @param couldShow how many responses could show what a group shows */
export function unite(groups: readonly Group[], couldShow: Count): Group[] {
  const roots = groups.reduce<readonly (readonly Group[])[]>((known, group) => {
    const isItsRoot = (root: readonly Group[]): boolean => root.some((each) => haveOneRoot(each, group, couldShow))
    return [...known.filter((root) => !isItsRoot(root)), [...known.filter(isItsRoot).flat(), group]]
  }, [])
  return roots.map(asOne)
}

/** The clearest group decides the kind: a status before a form, then refused valid requests, then more responses. */
function asOne(root: readonly Group[]): Group {
  const isClear = ({ kind, statuses }: Group): number => (kind !== 'status' ? 0 : statuses.includes(200) ? 2 : 1)
  const [lead, ...others] = root.toSorted((a, b) => isClear(b) - isClear(a) || b.clues.length - a.clues.length)
  if (!lead) throw new Error('a root has no group')
  return { ...lead, also: [...lead.also, ...others.flatMap(({ clues, also }) => [...clues, ...also])] }
}
