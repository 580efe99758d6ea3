/** Where else the gateway may be if it is not at the base URL: common mistakes in URLs. */
import { atBaseUrl, LIST, type Obstacle } from './obstacle.ts'

/** Another base URL, or another path below the same base URL, and what it means if the gateway responds there. */
export interface Elsewhere {
  readonly baseUrl: string
  readonly path: string
  readonly means: Obstacle
}

/** Likely addresses of the gateway, the most likely first. */
export function nearbyAddresses(baseUrl: string): readonly [Elsewhere, ...Elsewhere[]] {
  const { origin, pathname } = new URL(baseUrl)
  const path = pathname.replace(/\/+$/, '')
  const cut = /^(.*?)\/v1(\/|$)/.exec(path)
  const shorter = cut ? `${origin}${cut[1]}` : path === '' ? undefined : origin
  const at = (base: string, path: string, found: string, fix: string): Elsewhere => ({
    baseUrl: base,
    path,
    means: atBaseUrl(found, fix),
  })
  const below: readonly [Elsewhere, Elsewhere] = [
    at(
      baseUrl,
      '/models',
      'the gateway serves /models instead of /v1/models: /v1 is missing',
      'Serve the operations under /v1, or stop the proxy in front of the gateway from removing /v1.',
    ),
    at(
      baseUrl,
      `/v1${LIST}`,
      'the gateway serves /v1/v1/models: /v1 occurs twice',
      'Remove /v1 from the path prefix of the gateway, or of the proxy in front of it.',
    ),
  ]
  if (shorter === undefined) return below
  const found = `base_url has an extra path: the gateway is at ${shorter}`
  return [at(shorter, LIST, found, `Write base_url: ${shorter}`), ...below]
}
