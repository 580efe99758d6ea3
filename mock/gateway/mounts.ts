import type { Gateway } from './gateway.ts'

/** The first segment of the base path of a deviation. */
export type Family = 'faults' | 'variants'

/** Creates the gateway of a fault or a variant; undefined if the name is unknown. */
export type MakeGateway = (family: Family, name: string) => Gateway | undefined

/** A gateway that was created by the first request below its base path. */
export interface Made {
  readonly family: Family
  readonly name: string
  readonly gateway: Gateway
}

/** The gateways of one server: the plain gateway, and one for each fault and variant under a separate base path. */
export class Mounts {
  readonly #plain: Gateway
  readonly #make: MakeGateway
  readonly #made = new Map<string, Made>()

  constructor(plain: Gateway, make: MakeGateway) {
    this.#plain = plain
    this.#make = make
  }

  /** Finds the gateway of a request target, and the target relative to its base path. */
  find(target: string): { readonly gateway: Gateway; readonly target: string } {
    if (!target.startsWith('/faults/') && !target.startsWith('/variants/')) return { gateway: this.#plain, target }
    const [, family = '', name = ''] = target.split('/', 3)
    const base = `/${family}/${name}`
    const gateway = this.#made.get(base)?.gateway ?? this.#make(family as Family, name)
    if (!gateway) return { gateway: this.#plain, target }
    this.#made.set(base, { family: family as Family, name, gateway })
    return { gateway, target: target.slice(base.length) || '/' }
  }

  /** The gateways of deviations that have received requests so far. */
  made(): Iterable<Made> {
    return this.#made.values()
  }
}
