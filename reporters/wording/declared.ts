/** The operator's declarations about the target, which are labelled as declared, because no run verifies them. */
import type { About } from '../../suites/harness/target/declared/about.ts'

/** A report, or the predicate of a certificate of any version. */
interface Declaring {
  readonly target: {
    readonly declared?: { readonly about?: About }
    readonly not_applicable?: Readonly<Record<string, string>>
  }
}

type Declared = readonly (readonly [name: string, text: string])[]

const named = (part: string, all: Readonly<Record<string, string>>): Declared =>
  Object.entries(all).map(([name, text]) => [`${part}.${name}`, text])

function aboutIn({ target }: Declaring): Declared {
  const { labels = {}, ...texts } = target.declared?.about ?? {}
  return [...Object.entries(texts), ...named('labels', labels)]
}

/** Each declaration as a name and a text. */
export const declaredIn = (report: Declaring): Declared => [
  ...aboutIn(report),
  ...named('not_applicable', report.target.not_applicable ?? {}),
]

/** All declarations in one line; undefined if there are none. */
export const declaredLine = (report: Declaring): string | undefined => inOneLine(declaredIn(report))

/** All declarations except absences in one line, for formats that list absences separately. */
export const aboutLine = (report: Declaring): string | undefined => inOneLine(aboutIn(report))

const inOneLine = (all: Declared): string | undefined =>
  all.length === 0 ? undefined : `declared: ${all.map(([name, text]) => `${name} ${text}`).join(' · ')}`
