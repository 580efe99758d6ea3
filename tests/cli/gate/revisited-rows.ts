/** Cases of `gate`: certificates whose target was asked again after the run. */
import { type Change, DIGEST } from './certificates.ts'

const KEY = 'key=release.pub'

const revisit = (started: string, conclusion = 'conformant'): Change => ({
  revisits: [
    {
      ...{ started, finished: started, requests: 9, seed: 1, conclusion },
      transcript: { name: 'revisit-1.jsonl', digest: { sha256: DIGEST.image } },
    },
  ],
})
const CONTRADICTED = 'changed certificate: one of its revisits contradicts the run, or began before its end'

export const revisitedRows: readonly (readonly [
  title: string,
  change: Change,
  require: string,
  reasons: readonly string[],
])[] = [
  ['one that was revisited', revisit('2026-11-24T01:00:00.000Z'), `${KEY},revisited=1h`, []],
  [
    'one that was revisited too soon',
    revisit('2026-11-24T00:59:59.000Z'),
    `${KEY},revisited=1h`,
    ['revisited=1h: it was last revisited 2026-11-24T00:59:59.000Z'],
  ],
  ['one that was not revisited', {}, `${KEY},revisited=10m`, ['revisited=10m: it was not revisited']],
  ['one that a revisit contradicts', revisit('2026-11-25T00:00:00.000Z', 'nonconformant'), KEY, [CONTRADICTED]],
  ['one with a revisit before its run', revisit('2026-11-23T00:00:00.000Z'), KEY, [CONTRADICTED]],
]
