/** What whoever ran it declares of the target. The words say so, because the run has not looked whether it is so. */
import type { About } from '../../suites/harness/target/about.ts'

/** A report, or the predicate of a certificate of any version. */
interface Declaring {
  readonly target: { readonly declared?: { readonly about?: About } }
}

type Declared = readonly (readonly [name: string, text: string])[]

/** Each name with its text; nothing where nobody declared anything. */
export function declaredIn({ target }: Declaring): Declared {
  const { labels = {}, ...texts } = target.declared?.about ?? {}
  return [...Object.entries(texts), ...Object.entries(labels).map(([name, text]) => [`labels.${name}`, text] as const)]
}

/** All of it in one line; undefined where there is nothing. */
export function declaredLine(report: Declaring): string | undefined {
  const all = declaredIn(report)
  return all.length === 0 ? undefined : `declared: ${all.map(([name, text]) => `${name} ${text}`).join(' · ')}`
}
