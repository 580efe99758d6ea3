/** The import rules between top-level folders and their reasons, as data. */
import type { Source } from './sources.ts'

export interface Rule {
  /** A path prefix of the files; the longest matching prefix applies. */
  readonly of: string
  /** Path prefixes from which they may import values and types. */
  readonly values: readonly string[]
  /** Path prefixes from which they may import only types. */
  readonly types?: readonly string[]
}

export const rules: readonly Rule[] = [
  { of: 'schemas/', values: ['schemas/'] },
  // The mock imports nothing from the harness, which could not judge shared code.
  { of: 'mock/', values: ['mock/'], types: ['schemas/'] },
  { of: 'suites/', values: ['suites/'] },
  { of: 'suites/harness/', values: ['suites/harness/', 'schemas/'] },
  { of: 'reporters/', values: ['reporters/', 'schemas/', 'suites/harness/text/'], types: ['suites/harness/'] },
  // This file is the other half of the Playwright driver, and merges the results of the workers.
  {
    of: 'reporters/playwright.ts',
    values: ['reporters/', 'schemas/', 'suites/harness/text/', 'suites/playwright/', 'cli/ending/playwright-end.ts'],
    types: ['suites/harness/'],
  },
  { of: 'cli/', values: ['cli/', 'mock/index.ts', 'mock/metrics.ts', 'suites/', 'reporters/', 'schemas/'] },
  { of: 'bench/', values: ['bench/', 'cli/', 'mock/index.ts', 'suites/', 'reporters/', 'schemas/'] },
  // This folder forges replies of a store, for which it needs internals of the mock.
  { of: 'bench/fuzz/forged/', values: ['bench/', 'cli/', 'mock/', 'suites/', 'reporters/'] },
  { of: 'packaging/', values: ['packaging/this-build.ts', 'cli/', 'suites/'] },
  { of: 'packaging/site/', values: ['packaging/site/', 'cli/commands/explain/', 'suites/'] },
  { of: 'packaging/single-file/', values: ['packaging/single-file/', 'cli/start/'] },
  { of: 'playwright.config.ts', values: ['suites/', 'reporters/', 'cli/'] },
  // The examples are separate projects, which use only the package.
  { of: 'examples/', values: ['examples/'] },
  { of: 'tests/', values: [''] },
]

export function ruleFor(path: string): Rule {
  const fitting = rules.filter(({ of }) => path.startsWith(of)).sort((a, b) => b.of.length - a.of.length)
  const [rule] = fitting
  if (!rule) throw new Error(`no import rule is about ${path}`)
  return rule
}

export function permits({ values, types = [] }: Rule, to: string, erased: boolean): boolean {
  return [...values, ...(erased ? types : [])].some((place) => to.startsWith(place))
}

/** Imports that a rule does not allow. */
export function straysIn(sources: readonly Source[], rule: Rule): string[] {
  return sources
    .filter(({ path }) => ruleFor(path).of === rule.of)
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ to, ours, erased }) => ours && !permits(rule, to, erased))
        .map(({ to, erased }) => `${path} → ${to}${erased ? ' (types)' : ''}`),
    )
}
