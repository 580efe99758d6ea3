/** Notes on declared absences: that they are not shown, or that the declaration is wrong. */
import { contradiction, judgeAbsences } from '../../../suites/harness/reachability/declared-absent.ts'
import type { Target } from '../../../suites/harness/target/target.ts'
import { type Diagnosis, note } from './diagnosis.ts'
import type { Probed } from './probe.ts'

export function aboutDeclared({ notApplicable = {} }: Target, responded: readonly Probed[]): Diagnosis[] {
  const exchanges = responded.map(({ exchange }) => exchange)
  const absences = judgeAbsences(notApplicable, [], exchanges)
  const holding = absences.flatMap(({ id, shownBy }) => (shownBy === undefined ? [id] : []))
  const [are, them] = holding.length === 1 ? ['is', 'it'] : ['are', 'them']
  const found = `${holding.join(', ')} ${are} declared absent: full does not show ${them}`
  return [
    ...(holding.length > 0 ? [note('declared', found)] : []),
    ...absences.flatMap((absence) =>
      absence.shownBy === undefined
        ? []
        : [note('declared', contradiction(absence), `Remove ${absence.id} from not_applicable: it has no effect.`)],
    ),
  ]
}
