/**
 * `npm run mutate`: changes our own code in small ways, and counts the changes that no test notices. The changes are those of
 * Stryker's instrumenter, which is installed for this alone. Unit tests come first, then the slow tests of the group, a run of
 * all checks against the mock, and drawn rows of the matrix.
 *
 *   --sample N      mutants in all, drawn evenly from the groups of floors.yaml; default: 60
 *   --seed S        of the draw; default: 1
 *   --folder NAME   only this group; repeatable
 *   --rows N        rows of the matrix for each mutant that is left; default: 8
 *   --install PATH  where the instrumenter is installed, and stays; default: a temporary folder
 *
 * Exit code 1 when the score of a group is below its floor by more than chance explains.
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { atOnce } from '../../../bench/at-once.ts'
import { optionsOrExit } from '../../../bench/options-or-exit.ts'
import { folderFor } from '../../openapi/installed.ts'
import { drawn } from './draw.ts'
import { groups } from './floors.ts'
import { mutantsOf } from './instrument.ts'
import { scoreLines } from './score.ts'
import { type Outcome, stagesFor } from './stages.ts'
import { compiling, copyWith } from './tree.ts'

const { values } = optionsOrExit(() =>
  parseArgs({
    options: {
      sample: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
      rows: { type: 'string', default: '8' },
      folder: { type: 'string', multiple: true },
      install: { type: 'string' },
    },
  }),
)
const chosen = groups.filter(({ name }) => values.folder?.includes(name) ?? true)
if (chosen.length < (values.folder?.length ?? 1)) {
  console.error(`--folder: expected one of ${groups.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}

const seed = Number(values.seed)
const all = await mutantsOf(folderFor(values.install), chosen)
const sample = drawn(all.mutants, Number(values.sample), seed)
const { mutants: left, files } = await all.behindSwitch(await compiling(sample))
const refused = sample.length - left.length
console.log(`${all.mutants.length} mutants, ${sample.length} drawn; the compiler refuses ${refused} of them`)

const stages = await stagesFor(copyWith(files), left, Number(values.rows), seed)
const outcomes: Outcome[] = []
await atOnce(availableParallelism(), left.values(), async (mutant) => {
  const outcome = await stages.run(mutant)
  outcomes.push(outcome)
  const by = outcome.killedBy ?? 'SURVIVES'
  console.log(`${outcomes.length} of ${left.length}  ${by}  ${mutant.place} ${mutant.change}`)
})

const { lines, passed } = scoreLines(outcomes, chosen)
for (const line of lines) console.log(line)
process.exitCode = passed ? 0 : 1
