/** The faults and variants of `mock --fault` and `mock --variant`. */
import { listFaults, listVariants } from '../../../mock/index.ts'
import { nearest } from '../../../suites/harness/catalogue/nearest.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'

export interface Deviating {
  readonly fault?: readonly string[]
  readonly variant?: readonly string[]
}

/** @throws UsageError with the name that was probably meant */
export function checkDeviations({ fault = [], variant = [] }: Deviating): void {
  for (const name of fault) check('fault', name, listFaults)
  for (const name of variant) check('variant', name, listVariants)
}

function check(kind: 'fault' | 'variant', name: string, list: () => readonly { readonly name: string }[]): void {
  const names = list().map((row) => row.name)
  if (names.includes(name)) return
  const meant = nearest(name, names)
  const guess = meant === undefined ? '' : ` did you mean ${meant}?`
  throw new UsageError(`--${kind}: there is no ${kind} '${name}';${guess} svc-conformance list ${kind}s shows all`)
}

/** For a reader who wonders about the gateway's behaviour. */
export function deviationsInWords({ fault = [], variant = [] }: Deviating): string[] {
  return [
    ...fault.map((name) => `Every response can have the fault ${name}.`),
    ...variant.map((name) => `It uses the variant ${name}.`),
  ]
}
