/** `svc-conformance doctor`: what prevents a run, and how to fix it. */
import { type Paint, paintFor } from '../../../reporters/terminal/paint.ts'
import { counted } from '../../../reporters/wording/counted.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { printable, printableJson } from '../../../suites/harness/text/printable.ts'
import { exitCodes } from '../../exit-codes.ts'
import { print } from '../../output.ts'
import { type TargetOptions, targetNamed } from '../../target/named-target.ts'
import { type Examination, examine } from './examine.ts'
import type { Diagnosis } from './probe.ts'

export interface DoctorOptions extends TargetOptions {
  readonly json: boolean
}

/** Examines the target, prints what was found, and gives the exit code. @throws UsageError when no target is named */
export async function doctorCommand(options: DoctorOptions): Promise<number> {
  const target = targetNamed(options)
  if (!target) throw new UsageError('name the target with --base-url or --target')
  const examination = await examine(target)
  print(options.json ? `${printableJson(examination)}\n` : textOf(examination, paintFor(process.stdout, process.env)))
  const problems = examination.diagnoses.some(({ verdict }) => verdict === 'problem')
  return problems ? exitCodes.incomplete : exitCodes.conformant
}

const colours: Readonly<Record<Diagnosis['verdict'], Parameters<Paint>[0]>> = {
  ok: 'green',
  note: 'cyan',
  problem: ['red', 'bold'],
}

/** The maximum number of characters of a sentence, because some sentences quote a server. */
const MAX_LENGTH = 400

function textOf({ diagnoses, requests }: Examination, paint: Paint): string {
  const lines = diagnoses.flatMap(({ about, verdict, found, mend: fix }) => [
    `${paint(colours[verdict], verdict.padEnd(9))}${about.padEnd(12)}${printable(found, MAX_LENGTH)}`,
    ...(fix === undefined ? [] : [`${' '.repeat(21)}fix: ${printable(fix, MAX_LENGTH)}`]),
  ])
  const problems = diagnoses.filter(({ verdict }) => verdict === 'problem').length
  const end = `${problems === 0 ? 'No problem' : counted(problems, 'problem')} would stop a run.`
  return [...lines, '', `${end} ${counted(requests, 'request was', 'requests were')} sent.`, ''].join('\n')
}
