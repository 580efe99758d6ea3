import type { MockConfig } from '../../core/config.ts'

/**
 * The ready-made keys and models of the zero configuration. They are valid only for this mock.
 * @example
 * const headers = { authorization: `Bearer ${demo.valid}` }
 * assert.equal((await mock.fetch(`${mock.url}/v1/models`, { headers })).status, 200)
 */
export const demo = {
  /** A project that may call `chat` and `unavailable`. */
  valid: 'svc_main_not-a-real-secret-1',
  /** A second project with its own catalog: it may call `foreign`. */
  second: 'svc_second_not-a-real-secret-2',
  /** A project without models. */
  empty: 'svc_empty_not-a-real-secret-3',
  /** A project whose account is disabled: 403. */
  disabled: 'svc_disabled_not-a-real-secret-4',
  /** A project with one completion a minute: 429 from the second on. */
  limited: 'svc_limited_not-a-real-secret-5',
  /** A model that repeats the last user text. */
  chat: 'svc/echo-1',
  /** A model of `second` that `valid` may not call: 404. */
  foreign: 'svc/other-project',
  /** A model that is listed and always gives 503. */
  unavailable: 'svc/unavailable',
} as const

/**
 * Zero configuration: every state of the contract can be reached with a key, a model or a test header.
 * @example const repeatable = createMock({ config: { ...demoConfig, seed: 'the same ids in each run' } })
 */
export const demoConfig: MockConfig = {
  test_headers: true,
  max_tokens: 4096,
  models: {
    'svc/echo-1': { created: 1_735_689_600, reply: 'echo', price: { prompt: 2, completion: 6 } },
    'svc/small-1': {
      created: 1_738_368_000,
      reply: 'A small model says little.',
      max_tokens: 16,
      usage: 'plain',
      price: { prompt: 1, completion: 2 },
    },
    'svc/unavailable': { created: 1_740_787_200, available: false },
    'svc/other-project': { created: 1_743_465_600, reply: 'echo', price: { prompt: 3, completion: 9 } },
  },
  projects: {
    main: { keys: [demo.valid], models: ['svc/echo-1', 'svc/small-1', 'svc/unavailable'], default_max_tokens: 256 },
    second: { keys: [demo.second], models: ['svc/small-1', 'svc/other-project'], default_max_tokens: 256 },
    empty: { keys: [demo.empty], models: [] },
    disabled: { keys: [demo.disabled], models: ['svc/echo-1'], disabled: 'account' },
    limited: { keys: [demo.limited], models: ['svc/echo-1', 'svc/small-1'], quota: { requests_per_minute: 1 } },
  },
}
