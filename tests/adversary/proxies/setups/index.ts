/** Every set-up: those that keep the contract, proxy by proxy, and then those that break it. */
import type { Setup } from '../setup.ts'
import { apacheSetups } from './apache.ts'
import { breakingSetups } from './breaking.ts'
import { caddySetups } from './caddy.ts'
import { haproxySetups } from './haproxy.ts'
import { lighttpdSetups } from './lighttpd.ts'
import { nginxSetups } from './nginx.ts'
import { varnishSetups } from './varnish.ts'

export const setups: readonly Setup[] = [
  ...nginxSetups,
  ...haproxySetups,
  ...caddySetups,
  ...apacheSetups,
  ...lighttpdSetups,
  ...varnishSetups,
  ...breakingSetups,
]
