/**
 * What a transport cannot carry, by requirement or title of the scenario, with the reason. The tests check that
 * exactly these entries fail on that transport.
 */
export type Transport = 'server' | 'in-process' | 'msw' | 'service worker'

export const cannotCarry: Readonly<Record<Transport, Readonly<Record<string, string>>>> = {
  server: {},
  'in-process': {},
  msw: {},
  'service worker': {
    'a client that aborts before the response has begun': 'a service worker does not forward the abort of a request',
  },
}
