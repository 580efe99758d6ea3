/** Runs every check as a Playwright test: the second runner. The reporter derives verdicts from all tests together. */
import { requirement } from './harness/catalogue/requirements.ts'
import type { Finding } from './harness/judge/evidence.ts'
import type { Check } from './harness/run/check.ts'
import { select } from './harness/run/select.ts'
import { allChecks } from './index.ts'
import { settingsFrom } from './playwright/settings.ts'
import { PART } from './playwright/shards.ts'
import { test } from './playwright/worker-session.ts'

const settings = settingsFrom(process.env)

function labels({ id, suite, covers, kind }: Check): {
  tag: string[]
  annotation: { type: string; description: string }[]
} {
  const { level, section, statement } = requirement(covers)
  return {
    tag: [`@${level}`, `@suite-${suite}`, `@${kind}`, `@section-${section.split(' ')[0]}`],
    annotation: [
      { type: 'check', description: id },
      { type: 'requirement', description: covers },
      { type: 'section', description: section },
      { type: 'statement', description: statement },
    ],
  }
}

for (const check of select(allChecks, settings.profile, settings).checks) {
  test(`${check.id}: ${check.title}`, labels(check), async ({ worker }, info) => {
    const { countedIn, obstacle, runCheck, scoredApart } = await import('./playwright/engine.ts')
    const { session, preflight, scoring } = worker
    worker.begin(check.id)
    const { evidence, remarks } = await runCheck(session, preflight, check)
    const part = { ...worker.part(), check: check.id, evidence, remarks }
    // Unlike attach(), this creates neither a step with a stack trace nor a folder for each test.
    info.attachments.push({ name: PART, body: Buffer.from(JSON.stringify(part)), contentType: 'application/json' })
    const reason = obstacle(check, session.target, preflight)
    if (reason !== undefined) test.skip(true, reason)
    // The reporter judges rules for every response, over all responses of the run at once.
    const apart = scoredApart({ evidence, remarks }, session.exchanges, scoring)
    const { against, unscored } = countedIn(apart, scoring, settings.strict)
    for (const { message } of unscored) info.annotations.push({ type: 'not scored', description: message })
    for (const { outcome, message } of apart.own.filter(
      ({ outcome }) => outcome === 'inconclusive' || outcome === 'not-evidenced',
    )) {
      info.annotations.push({ type: outcome, description: message })
    }
    if (against.length > 0) throw new ConformanceError(against)
  })
}

const SHOWN = 3

function lines({ requirement, message, expected, actual, at }: Finding): string[] {
  return [
    `${requirement}: ${message}`,
    ...(expected === undefined ? [] : [`  expected ${expected}`]),
    ...(actual === undefined ? [] : [`  received ${actual}`]),
    ...(at === undefined ? [] : [`  where    ${at}`]),
  ]
}

/** Fails a test, with the findings of its check in a few lines. The attachment contains the exchanges. */
class ConformanceError extends Error {
  override readonly name = 'ConformanceError'

  constructor(findings: readonly Finding[]) {
    const more = findings.length > SHOWN ? [`and ${findings.length - SHOWN} more`] : []
    super([...findings.slice(0, SHOWN).flatMap(lines), ...more].join('\n'))
  }
}
