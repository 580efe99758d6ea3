/** The names of the scenarios, apart from what they are: the options need nothing else. */

/** Which scenarios are played. */
export const scenarioSets = ['core', 'full'] as const
export type ScenarioSet = (typeof scenarioSets)[number]

/** In the order of the report. */
export const scenarioNames = [
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
  'silent',
] as const
export type ScenarioName = (typeof scenarioNames)[number]

export const clientFormats = ['json', 'markdown', 'junit'] as const
export type ClientFormat = (typeof clientFormats)[number]
