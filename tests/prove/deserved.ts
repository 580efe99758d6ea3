/** The only passes that null servers may earn, with the reasons, and whether they are judged. */

const ERROR_SHAPE = (
  'error-message error-type error-param error-code error-closed error-texts-filled error-body ' + 'error-media-type'
).split(' ')
const REQUEST_IDS = ['request-id-present', 'request-id-unique']
const COMPLETION_SHAPE = (
  'completion-id completion-object completion-created completion-model completion-id-filled completion-model-echo ' +
  'completion-choices completion-usage choice-index choice-message choice-message-role choice-message-content ' +
  'choice-finish-reason choice-closed usage-prompt-tokens usage-completion-tokens usage-total-tokens ' +
  'usage-prompt-details usage-completion-details usage-total-sum usage-not-zero completion-media-type ' +
  'completion-text-whole json-read-alike content-coding-accepted'
).split(' ')
const LIST_SHAPE = (
  'model-id model-object model-created model-owned-by model-closed list-object list-data list-ids-unique ' +
  'list-steady models-media-type json-read-alike content-coding-accepted'
).split(' ')

export interface Deserved {
  readonly passes: readonly string[]
  readonly reason: string
  /** Whether it shows a part of the contract, so that it is judged and fails. Others must not be accused. */
  readonly judged: boolean
}

const NOTHING: Deserved = { passes: [], reason: 'it does nothing right', judged: false }

function error(status: number): Deserved {
  // If every response says 401 or 404, nothing is judged.
  if (![400, 413].includes(status)) return { ...NOTHING, reason: `it returns ${status}, whatever it is asked` }
  return {
    passes: [...ERROR_SHAPE, ...REQUEST_IDS, 'error-type-fits-status', 'unknown-path'],
    reason: `each response is a well-formed error body of status ${status} with a fresh request id`,
    judged: true,
  }
}

const table: Record<string, Deserved> = {
  'perfect-model-list': {
    passes: [
      ...LIST_SHAPE,
      ...REQUEST_IDS,
      'request-id-generated',
      'models-list',
      'models-statuses',
      'models-not-limited',
      // It responds to every model with 200, and lists the requested one.
      'model-callable-listed',
      'auth-scheme-case',
      'version-path',
    ],
    reason: 'it does list models, whatever it is asked',
    judged: true,
  },
  'perfect-completion': {
    passes: [...COMPLETION_SHAPE, ...REQUEST_IDS, 'completion-statuses'],
    reason: 'its completions are well formed',
    judged: true,
  },
  'perfect-stream': {
    passes: [...REQUEST_IDS, 'completion-statuses', 'json-read-alike', 'content-coding-accepted'],
    reason: 'its request ids are fresh, and it streams',
    judged: true,
  },
}

/** The passes that a null server may earn. */
export function deservedBy(name: string): Deserved {
  const status = /^perfect-(\d{3})$/.exec(name)?.[1]
  return status ? error(Number(status)) : (table[name] ?? NOTHING)
}
