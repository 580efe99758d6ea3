/** The names of the scenarios, separate from their content: the options need nothing else. */
import { type FreedomName, freedomRows } from './freedom-names.ts'

export const scenarioSets = ['core', 'full'] as const
export type ScenarioSet = (typeof scenarioSets)[number]

/** The scenarios with their own script, in the order of the report. */
export const scriptedNames = [
  'answered',
  'streamed',
  'limited',
  'unavailable-twice',
  'internal-once',
  'always-unavailable',
  'cut-answer',
  'cut-stream',
  'ended-early',
  'without-done',
  'error-in-stream',
  'after-done',
  'split-characters',
  'refused-key',
  'disabled',
  'unknown-model',
  'slow-answer',
  'stalled',
  'malformed-event',
  'reset-once',
  'limited-for-a-minute',
  'silent',
] as const
export type ScriptedName = (typeof scriptedNames)[number]
export type ScenarioName = ScriptedName | FreedomName

/** In the order of the report. */
export const scenarioNames: readonly ScenarioName[] = [...scriptedNames, ...freedomRows.map(({ name }) => name)]

export const clientFormats = ['json', 'markdown', 'junit', 'html', 'badge', 'badge-svg'] as const
export type ClientFormat = (typeof clientFormats)[number]
