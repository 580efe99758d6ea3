import type { Gateway } from './gateway.ts'

/** A gateway and what of the request target is its own. */
export interface Mount {
  readonly gateway: Gateway
  readonly target: string
}

/** Makes the gateway of a fault or a variant; undefined when there is none of that name. */
export type MakeGateway = (family: 'faults' | 'variants', name: string) => Gateway | undefined

/** One server, many gateways: the plain one, and each fault and variant under its own base path. */
export class Mounts {
  readonly #plain: Gateway
  readonly #make: MakeGateway
  readonly #made = new Map<string, Gateway>()

  constructor(plain: Gateway, make: MakeGateway) {
    this.#plain = plain
    this.#make = make
  }

  find(target: string): Mount {
    if (!target.startsWith('/faults/') && !target.startsWith('/variants/')) return { gateway: this.#plain, target }
    const [, family = '', name = ''] = target.split('/', 3)
    const base = `/${family}/${name}`
    const gateway = this.#made.get(base) ?? this.#make(family as 'faults' | 'variants', name)
    if (!gateway) return { gateway: this.#plain, target }
    this.#made.set(base, gateway)
    return { gateway, target: target.slice(base.length) || '/' }
  }
}
