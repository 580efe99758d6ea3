/** The field table and rules 1 to 5 of POST /v1/chat/completions (2.3, 4.2): the rows of `cases/`. */

import { type Profile, profiles } from '../harness/catalogue/profiles.ts'
import { complete } from '../harness/http/request.ts'
import { type CheckOptions, suite } from '../harness/run/check.ts'
import type { CheckContext } from '../harness/run/check-context.ts'
import { type CaseFile, type CaseGroup, caseFiles, changed, loadCases, planOf, type Row, rowsCheckId } from './cases.ts'

/** Requests that further rows leave to the space of requests, which comes after them, and to second tries. */
const FOR_THE_SPACE = 150

async function walk(context: CheckContext, row: Row): Promise<void> {
  const plan = planOf(row, context.body())
  if (row.expect === 'accepted') {
    const twin = row.twin ? changed(context.body(), row.twin) : context.body(plan.stream ? { stream: true } : {})
    const control = complete(twin)
    await context.accept(row.title, plan, row.not ? { not: row.not } : {}, control)
    return
  }
  const control = row.twin ? complete(changed(context.body(), row.twin)) : context.plain()
  await context.reject(row.title, plan, {
    statuses: row.expect,
    control,
    fields: row.fields,
  })
}

function smallest(rows: readonly Row[]): Profile {
  return profiles.find((profile) => rows.some((row) => (row.profile ?? 'core') === profile)) ?? 'core'
}

function checkOf({ requirement, rows }: CaseGroup, file: CaseFile): CheckOptions {
  const more = file === 'more'
  return {
    extra: more,
    covers: requirement,
    id: rowsCheckId(requirement, file),
    title: `${rows.length} cases: ${rows
      .map((row) => row.title)
      .slice(0, 3)
      .join(', ')}${rows.length > 3 ? ' …' : ''}`,
    profile: more ? 'full' : smallest(rows),
    run: async (context) => {
      const chosen = rows.filter((row) => context.within(row.profile ?? 'core'))
      const through = (row: Row): Promise<void> => context.row(row.title, () => walk(context, row))
      if (!more) await Promise.all(chosen.map(through))
      else for (const row of chosen) if (context.hasSpare(FOR_THE_SPACE)) await through(row)
    },
  }
}

export const validation = suite(
  'validation',
  caseFiles.flatMap((name) => loadCases(name).map((group) => checkOf(group, name))),
)
