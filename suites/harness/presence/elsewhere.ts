/** Where else the gateway may be, when it is not at the base URL: slips that people make. */
import type { Obstacle } from './obstacle.ts'

const LIST = '/v1/models'

/** Another base URL, or another path below the same one, and what it means when the gateway answers there. */
export interface Elsewhere {
  readonly baseUrl: string
  readonly path: string
  readonly means: Obstacle
}

/** The likeliest first. */
export function addressesBeside(baseUrl: string): readonly [Elsewhere, ...Elsewhere[]] {
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
        found: 'the gateway serves /models and not /v1/models: /v1 is missing',
        fix: 'Let the gateway serve its operations under /v1, or the proxy before it not cut /v1 off.',
      },
    },
    {
      baseUrl,
      path: `/v1${LIST}`,
      means: {
        about: 'base URL',
        found: 'the gateway serves /v1/v1/models: /v1 is there twice',
        fix: 'Take /v1 out of the prefix under which the gateway, or the proxy before it, serves the operations.',
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
        found: `base_url has a path too much: the gateway is at ${shorter}`,
        fix: `Write base_url: ${shorter}`,
      },
    },
    ...below,
  ]
}
