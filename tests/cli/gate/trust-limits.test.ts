/** Limits of the trust in a key: days, profiles and hosts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultOfTrust } from '../../../cli/certificate/trust.ts'

type Signer = Parameters<typeof faultOfTrust>[0][number]
type Statement = Parameters<typeof faultOfTrust>[1]

/** Why the key `lab` is not trusted with a run of core that finished on the first of May. */
const fault = (limits: object, base_url = 'https://eu.gw.example/v'): string | undefined => {
  const predicate = { finished: '2026-05-01T23:59:59.000Z', profile: 'core', target: { base_url } }
  return faultOfTrust([{ name: 'lab', ...limits } as Signer], { predicate } as unknown as Statement)
}

for (const [limits, said] of [
  [{}, undefined],
  [{ from: '2026-05-01' }, undefined],
  [{ from: '2026-05-02' }, 'lab is trusted from 2026-05-02 on, and its run finished 2026-05-01'],
  [{ until: '2026-05-02' }, undefined],
  [{ until: '2026-05-01' }, 'lab was trusted until 2026-05-01, and its run finished 2026-05-01'],
  [{ profiles: ['smoke', 'core'] }, undefined],
  [{ profiles: ['full'] }, 'lab is not trusted with the profile core'],
  [{ hosts: ['eu.gw.example'] }, undefined],
  [{ hosts: ['*.gw.example'] }, undefined],
  [{ hosts: ['gw.example', '*.eu.gw.example', 'u.gw.example'] }, 'lab is not trusted with the host eu.gw.example'],
] as const)
  test(`${JSON.stringify(limits)}: ${said ?? 'trusted'}`, () => assert.equal(fault(limits), said))

test('a host includes its port, and a base_url that is not a URL is compared literally', () => {
  assert.equal(fault({ hosts: ['a.example:8443'] }, 'https://a.example:8443/x'), undefined)
  assert.match(fault({ hosts: ['a.example'] }, 'https://a.example:8443/x') ?? '', /the host a\.example:8443$/)
  assert.equal(fault({ hosts: ['[::1]:8443'] }, 'https://[::1]:8443'), undefined)
  assert.equal(fault({ hosts: ['unix'] }, 'unix'), undefined)
})

test('one trusted signer is enough, and without one the message names the fault of each', () => {
  const signer = (name: string, profile: string): Signer => ({ name, profiles: [profile] }) as unknown as Signer
  const statement = { predicate: { finished: '', profile: 'core', target: { base_url: '' } } } as unknown as Statement
  assert.equal(faultOfTrust([signer('a', 'full'), signer('b', 'core')], statement), undefined)
  assert.match(faultOfTrust([signer('a', 'full'), signer('b', 'smoke')], statement) ?? '', /^a is not .*; b is not /)
})
