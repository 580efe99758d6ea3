/** `svc-conformance explain`: what a requirement asks and how a gateway comes to meet it. */
import { paintFor } from '../../../reporters/terminal/paint.ts'
import { exitCodes } from '../../exit-codes.ts'
import { explained } from './explained.ts'
import { subjectsNamed } from './subjects.ts'
import { explanationLines } from './text.ts'

export interface ExplainOptions {
  readonly json: boolean
}

/** Prints what is known and gives the exit code. @throws UsageError where no subject, or more than one, has this id */
export function explainCommand(id: string, { json }: ExplainOptions): number {
  const found = subjectsNamed(id).map(explained)
  const paint = paintFor(process.stdout, process.env)
  process.stdout.write(
    json
      ? `${JSON.stringify(found, null, 2)}\n`
      : `${found.map((about) => explanationLines(about, paint).join('\n')).join('\n\n')}\n`,
  )
  return exitCodes.conformant
}
