/** What whoever ran it declares of the target. The words say so, because the run has not looked whether it is so. */
import type { About } from '../../suites/harness/target/declared/about.ts'

/** A report, or the predicate of a certificate of any version. */
interface Declaring {
  readonly target: {
    readonly declared?: { readonly about?: About }
    readonly not_applicable?: Readonly<Record<string, string>>
  }
}

type Declared = readonly (readonly [name: string, text: string])[]

/** Each name with its text; nothing where nobody declared anything. */
export function declaredIn({ target }: Declaring): Declared {
  const { labels = {}, ...texts } = target.declared?.about ?? {}
  const named = (part: string, all: Readonly<Record<string, string>>): Declared =>
    Object.entries(all).map(([name, text]) => [`${part}.${name}`, text])
  return [...Object.entries(texts), ...named('labels', labels), ...named('not_applicable', target.not_applicable ?? {})]
}

/** All of it in one line; undefined where there is nothing. */
export function declaredLine(report: Declaring): string | undefined {
  const all = declaredIn(report)
  return all.length === 0 ? undefined : `declared: ${all.map(([name, text]) => `${name} ${text}`).join(' · ')}`
}
