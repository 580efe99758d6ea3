/**
 * What a transport cannot carry, by the requirement or the title of the scenario, with the reason. The tests
 * hold this table to be exact: what stands here fails on that transport, and nothing else does.
 */
export type Transport = 'server' | 'in-process' | 'msw' | 'service worker'

export const cannotCarry: Readonly<Record<Transport, Readonly<Record<string, string>>>> = {
  server: {},
  'in-process': {},
  msw: {},
  'service worker': {
    'a client that leaves before the response has begun': 'a service worker does not forward the abort of a request',
  },
}
