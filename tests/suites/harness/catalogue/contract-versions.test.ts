import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contractVersion, requirements } from '../../../../suites/harness/catalogue/requirements.ts'
import { type InVersions, requirementsOfContract } from '../../../../suites/harness/catalogue/version-order.ts'

/** A catalogue with a contract 1.1 that lists `tools`, and therefore drops the likely names. */
const catalogue: readonly (InVersions & { readonly id: string })[] = [
  { id: 'request-closed' },
  { id: 'request-closed-likely', until: '1.1.0' },
  { id: 'request-tools', since: '1.1.0' },
  { id: 'request-tools-draft', since: '1.1.0', until: '1.10.0' },
]

const of = (version: string): string[] => requirementsOfContract(version, catalogue).map(({ id }) => id)

describe('a version of the contract', () => {
  for (const [version, ids] of [
    ['1.0.0', ['request-closed', 'request-closed-likely']],
    ['1.0.9', ['request-closed', 'request-closed-likely']],
    ['1.1.0', ['request-closed', 'request-tools', 'request-tools-draft']],
    ['1.9.3', ['request-closed', 'request-tools', 'request-tools-draft']],
    ['1.10.0', ['request-closed', 'request-tools']],
    ['2.0.0', ['request-closed', 'request-tools']],
    ['0.9.0', []],
  ] as const)
    it(`${version} has ${ids.join(', ') || 'nothing'}`, () => assert.deepEqual(of(version), ids))
})

it('the current contract has the whole catalogue, and rule 1 stays without the likely names', () => {
  assert.deepEqual(requirementsOfContract(contractVersion, requirements), requirements)
  const changed = requirements.map((one) => (one.id.endsWith('-likely') ? { ...one, until: '1.1.0' } : one))
  const later = new Set(requirementsOfContract('1.1.0', changed).map(({ id }) => id))
  const dropped = requirements.map(({ id }) => id).filter((id) => !later.has(id))
  const likely = ['message-closed-likely', 'request-stream-options-closed-likely', 'request-closed-likely']
  assert.deepEqual(dropped, likely)
})
