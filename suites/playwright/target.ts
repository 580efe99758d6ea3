/** The target of a run under Playwright. Playwright's main process also needs it, but does not load the engine. */
import { UsageError } from '../harness/catalogue/usage-error.ts'
import { compact } from '../harness/http/compact.ts'
import { aboutWith } from '../harness/target/declared/about.ts'
import type { Environment } from '../harness/target/environment.ts'
import type { Target } from '../harness/target/target.ts'
import { loadTarget, targetFromFlags } from '../harness/target/target-file.ts'
import { mistakeInSettings, type Settings } from './settings.ts'

/** For the reporter, which prints errors from outside of checks: the main process has read the target and its keys. */
export { hideKeys } from '../harness/http/redact.ts'

/** The variable that holds the path of the target file of the mock that was started for a run. */
export const MOCK_TARGET = 'SVC_CONFORMANCE_MOCK_TARGET'

/** The target that the settings name, or else the mock that was started for the run. @throws UsageError */
export function targetOf(settings: Settings, env: Environment): Target {
  const target = targetNamed(settings, env)
  return { ...target, ...compact({ about: aboutWith(target.about, settings.about, mistakeInSettings) }) }
}

function targetNamed({ target, baseUrl }: Settings, env: Environment): Target {
  if (baseUrl !== undefined) return targetFromFlags({ baseUrl, env })
  const path = target ?? env[MOCK_TARGET]
  if (path === undefined) {
    throw new UsageError('there is no target: name one, or let the global set-up start the mock')
  }
  return loadTarget(path, env)
}
