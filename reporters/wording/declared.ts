/** What whoever ran it declares of the target. The words say so, because the run has not looked whether it is so. */
import type { Report } from '../../suites/harness/report/report.ts'

type Declared = readonly (readonly [name: string, text: string])[]

/** Each name with its text; nothing where nobody declared anything. */
export function declaredIn({ target }: Pick<Report, 'target'>): Declared {
  const { labels = {}, ...texts } = target.declared?.about ?? {}
  return [...Object.entries(texts), ...Object.entries(labels).map(([name, text]) => [`labels.${name}`, text] as const)]
}

/** All of it in one line; undefined where there is nothing. */
export function declaredLine(report: Pick<Report, 'target'>): string | undefined {
  const all = declaredIn(report)
  return all.length === 0 ? undefined : `declared: ${all.map(([name, text]) => `${name} ${text}`).join(' · ')}`
}
