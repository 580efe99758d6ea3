/** The field table and rules 1 to 5 of POST /v1/chat/completions (2.3, 4.2): the rows of `cases/`. */
import { type Profile, profiles } from '../../harness/catalogue/profiles.ts'
import type { RequirementId } from '../../harness/catalogue/requirements.ts'
import { type CheckOptions, suite } from '../../harness/run/check.ts'
import type { CheckContext } from '../../harness/run/check-context.ts'
import { acceptBody } from '../../harness/run/generated/blame-field.ts'
import { type CaseGroup, caseGroups, changed, type Row, requestOf, rowsCheckId } from './cases.ts'

/** Requirements with several values in each row: if a row is refused, each member is sent alone. */
const FORMS: Partial<Record<RequirementId, 'completion' | 'stream'>> = {
  'completion-json': 'completion',
  'stream-started': 'stream',
}

async function walk(context: CheckContext, requirement: RequirementId, row: Row): Promise<void> {
  const as = FORMS[requirement]
  if (as) return acceptBody(context, row.title, changed(context.body(), row), as)
  const { plan, control, rejection } = requestOf(context, row)
  if (rejection) await context.reject(row.title, plan, rejection)
  else await context.accept(row.title, plan, row.not ? { not: row.not } : {}, control)
}

function smallest(rows: readonly Row[]): Profile {
  return profiles.find((profile) => rows.some((row) => (row.profile ?? 'core') === profile)) ?? 'core'
}

function checkOf({ requirement, rows }: CaseGroup): CheckOptions {
  return {
    covers: requirement,
    id: rowsCheckId(requirement),
    title: `${rows.length} ${rows.length === 1 ? 'case' : 'cases'}: ${rows
      .map((row) => row.title)
      .slice(0, 3)
      .join('; ')}${rows.length > 3 ? ' …' : ''}`,
    profile: smallest(rows),
    run: async (context) => {
      const chosen = rows.filter((row) => context.within(row.profile ?? 'core'))
      await Promise.all(chosen.map((row) => context.row(row.title, () => walk(context, requirement, row))))
    },
  }
}

export const validation = suite('validation', caseGroups.map(checkOf))
