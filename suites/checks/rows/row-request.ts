/** The request of a row, for any key and model. */
import { compact } from '../../harness/http/compact.ts'
import type { KeyRole } from '../../harness/http/key-forms.ts'
import { complete, type Plan } from '../../harness/http/request.ts'
import type { CheckContext, Rejection } from '../../harness/run/check-context.ts'
import { changed, planOf } from './cases.ts'
import type { Row } from './row.ts'

interface RowRequest {
  readonly plan: Plan
  readonly control: Plan
  /** Absent where the request is valid. */
  readonly rejection?: Rejection
}

/** The name that rows use for the unlisted field of the run. */
const UNKNOWN = 'UNKNOWN'

/** @param field that no version of the contract lists */
export function withUnknown(row: Row, field: string): Row {
  return row.fields?.includes(UNKNOWN) ? { ...row, set: { [field]: row.set?.[UNKNOWN] }, fields: [field] } : row
}

/** The request of a row and its valid control: the plain request of the same kind where the row names none. */
export function requestOf(
  context: CheckContext,
  written: Row,
  { model = context.model, role = 'valid' as KeyRole }: { readonly model?: string; readonly role?: KeyRole } = {},
): RowRequest {
  const row = withUnknown(written, context.unknownField)
  const plain = { ...context.body(), model }
  const plan = planOf(row, plain, { role })
  const usual = row.expect === 'accepted' && plan.stream ? { set: { stream: true } } : {}
  const control = complete(changed(plain, row.control ?? usual), { role })
  if (row.expect === 'accepted') return { plan, control }
  return { plan, control, rejection: compact({ statuses: row.expect, control, fields: row.fields }) }
}
