/** Where else the gateway may be when it is not at the base URL: common mistakes in URLs. */
import type { Obstacle } from './obstacle.ts'

const LIST = '/v1/models'

/** Another base URL, or another path below the same one, and what it means when the gateway responds there. */
export interface Elsewhere {
  readonly baseUrl: string
  readonly path: string
  readonly means: Obstacle
}

/** The likeliest first. */
export function nearbyAddresses(baseUrl: string): readonly [Elsewhere, ...Elsewhere[]] {
  const { origin, pathname } = new URL(baseUrl)
  const path = pathname.replace(/\/+$/, '')
  const cut = /^(.*?)\/v1(\/|$)/.exec(path)
  const shorter = cut ? `${origin}${cut[1]}` : path === '' ? undefined : origin
  const below: readonly [Elsewhere, Elsewhere] = [
    {
      baseUrl,
      path: '/models',
      means: {
        about: 'base URL',
        found: 'the gateway serves /models instead of /v1/models: /v1 is missing',
        fix: 'Serve the operations under /v1, or stop the proxy in front of the gateway from removing /v1.',
      },
    },
    {
      baseUrl,
      path: `/v1${LIST}`,
      means: {
        about: 'base URL',
        found: 'the gateway serves /v1/v1/models: /v1 occurs twice',
        fix: 'Remove /v1 from the path prefix of the gateway, or of the proxy in front of it.',
      },
    },
  ]
  if (shorter === undefined) return below
  return [
    {
      baseUrl: shorter,
      path: LIST,
      means: {
        about: 'base URL',
        found: `base_url has an extra path: the gateway is at ${shorter}`,
        fix: `Write base_url: ${shorter}`,
      },
    },
    ...below,
  ]
}
