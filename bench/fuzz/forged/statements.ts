/** Forged statements about a run, without a signature. */
import { fileText } from '../../../cli/certificate/file.ts'
import type { AnyStatement } from '../../../reporters/certificate/any-version.ts'
import type { Draw } from '../requests/draw.ts'
import { type Forge, type Signed, statementIn } from './classes.ts'

type Members = Record<string, unknown>

/** Changes the predicate. It is not signed, so only a contradiction or the transcript can reveal the change. */
const predicate =
  (change: (own: AnyStatement['predicate'], draw: Draw) => Members, subject?: string): Forge<Signed> =>
  (own, draw) => {
    const { predicate: before, ...rest } = statementIn(own)
    const [first, ...others] = rest.subject
    const named = subject === undefined ? rest : { ...rest, subject: [{ ...first, name: subject }, ...others] }
    return {
      ...own,
      certificate: fileText({ ...named, predicate: { ...before, ...change(before, draw) } }, undefined),
    }
  }

const later = (time: string, days: number): string => new Date(Date.parse(time) + days * 86_400_000).toISOString()
const BANK = 'https://gateway.bank.example'
const URLS = [BANK, 'http://127.0.0.1', 'http://LOCALHOST:1', 'file:///etc', '', `${BANK}@127.0.0.1`]
const NO_TIMES: readonly unknown[] = ['2026-12-31T23:59:60Z', '', 'never', 0, null, '+275760-09-13T00:00:00.001Z']
const digest = { sha256: '0'.repeat(64) }

export const statements: Readonly<Record<string, Forge<Signed>>> = {
  'another conclusion': predicate((_, draw) => ({
    conclusion: draw.of(['nonconformant', 'incomplete', '', 'CONFORMANT']),
  })),
  'what does not score': predicate(({ verdicts }) => ({ not_scored: Object.keys(verdicts).slice(0, 1) })),
  'another start': predicate(({ started }, draw) => ({ started: later(started, -1 - draw.below(900)) })),
  'a start after its end': predicate(({ finished }, draw) => ({ started: later(finished, 1 + draw.below(900)) })),
  'another end': predicate(({ finished }, draw) => ({ finished: later(finished, draw.of([-900, -1, 1, 900])) })),
  'an end of validity before its run': predicate(({ started }) => ({ expires: later(started, -1) })),
  'times in another form': predicate((_, draw) => ({
    [draw.of(['started', 'finished', 'expires'])]: draw.of(NO_TIMES),
  })),
  'another base URL': predicate(({ target }, draw) => ({ target: { ...target, base_url: draw.of(URLS) } })),
  'another base URL, also as subject': predicate(({ target }) => ({ target: { ...target, base_url: BANK } }), BANK),
  'another subject': predicate(() => ({}), BANK),
  'a target that is not of this machine': predicate(({ target }) => ({
    target: { ...target, loopback: false, peers: [], network: {} },
  })),
  'another product': predicate(({ target }) => ({ target: { ...target, declared: { about: { product: 'Other' } } } })),
  'another set': predicate((_, draw) => ({ set: { name: draw.of(['1.0.0-0', '9.9.9-1', '../x', '']), digest } })),
  'the set with another digest, or none': predicate(({ set }, draw) => ({
    set: draw.of([{ ...set, digest }, undefined, null]),
  })),
  'another profile': predicate((_, draw) => ({ profile: draw.of(['core', 'full', 'fuller', '']) })),
  'waivers that a run did not have': predicate((_, draw) => ({
    waivers: draw.of([[{ requirement: 'model-id' }], [null], {}, 'x']),
  })),
  'a challenge that it was not made for': predicate(({ seed }, draw) => ({
    nonce: draw.of(['0123456789abcdef', 'x'.repeat(128), '']),
    seed_from: 'challenge',
    seed: draw.of([seed, seed + 1]),
  })),
  'another seed': predicate(({ seed }, draw) => ({ seed: draw.of([seed + 1, -1, 0.5, 1e300]) })),
  'open challenges': predicate((_, draw) => ({ challenges: draw.of([['model-id'], ['no-such-id'], 'model-id']) })),
  'what does not apply': predicate(() => ({ not_applicable: [] })),
  'a verdict changed': predicate(({ verdicts }, draw) => ({
    verdicts: { ...verdicts, [draw.of(Object.keys(verdicts))]: draw.of(['fail', 'warn', 'PASS', 'x']) },
  })),
  'a verdict left out or added': predicate(({ verdicts }, draw) => {
    const name = draw.of(['no-such-id', '__proto__', ...Object.keys(verdicts)])
    const { [name]: own, ...others } = verdicts
    return { verdicts: own === undefined ? Object.fromEntries([...Object.entries(verdicts), [name, 'pass']]) : others }
  }),
  'no verdicts': predicate(() => ({ verdicts: {} })),
  'other counts': predicate(({ requests }, draw) => ({
    [draw.of(['requests', 'exchanges', 'runs'])]: draw.of([requests + 1, 0, -1, 1e9, 1e300]),
  })),
  'revisits that were not made': predicate(({ finished }) => ({
    revisits: [
      { started: later(finished, 1), conclusion: 'conformant', requests: 1, transcript: { name: 'r', digest } },
    ],
  })),
}
