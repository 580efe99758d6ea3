/** `surveillance=`: what recorded traffic shows about the gateway of a certificate, from `judge --statement`. */
import type { AnyStatement } from '../../reporters/certificate/any-version.ts'
import type { Surveillance } from '../../reporters/certificate/surveillance.ts'
import { faultBySchema } from '../../suites/harness/catalogue/published-schema.ts'
import { UsageError } from '../../suites/harness/catalogue/usage-error.ts'
import { plainUrl } from './authentic.ts'
import { contentOf, MIB, type NamedBytes, namedBytes } from './file.ts'

export const surveillanceFile = (path: string): NamedBytes => namedBytes(path, 'the statement about traffic', 4 * MIB)

/** Why such a statement does not support a certificate; its signature is checked elsewhere. @throws UsageError where it is not one */
export function faultOfSurveillance(file: NamedBytes, { predicate }: AnyStatement): string | undefined {
  const value = contentOf(file, 'svc-conformance judge --statement writes a statement about traffic')
  const fault = faultBySchema('surveillance', value)
  if (fault !== undefined) throw new UsageError(`${file.path}: this is not a statement about traffic: ${fault}`)
  const { base_url: url, conclusion, broken } = (value as Surveillance).predicate
  if (plainUrl(url) !== plainUrl(predicate.target.base_url)) return `it is about the traffic of ${url}`
  if (conclusion === 'nothing-broken') return undefined
  return conclusion === 'broken' ? `the traffic broke ${broken.join(', ')}` : 'nothing in the traffic could be judged'
}
