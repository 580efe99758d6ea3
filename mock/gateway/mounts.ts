import type { Gateway } from './gateway.ts'

/** The first segment of the base path of a deviation. */
export type Family = 'faults' | 'variants'

/** A gateway that was created by the first request below its base path. */
export interface Made {
  readonly family: Family
  readonly name: string
  readonly gateway: Gateway
}

/** The gateways of one server: the plain gateway, and one for each fault and variant under a separate base path. */
export type Mounts = ReturnType<typeof mountsOf>

/** @param make creates the gateway of a fault or a variant; undefined if the name is unknown */
export function mountsOf(plain: Gateway, make: (family: Family, name: string) => Gateway | undefined) {
  const made = new Map<string, Made>()
  return {
    /** Finds the gateway of a request target, and the target relative to its base path. */
    find(target: string): { readonly gateway: Gateway; readonly target: string } {
      if (!target.startsWith('/faults/') && !target.startsWith('/variants/')) return { gateway: plain, target }
      const [, family = '', name = ''] = target.split('/', 3)
      const base = `/${family}/${name}`
      const gateway = made.get(base)?.gateway ?? make(family as Family, name)
      if (!gateway) return { gateway: plain, target }
      made.set(base, { family: family as Family, name, gateway })
      return { gateway, target: target.slice(base.length) || '/' }
    },

    /** The gateways of deviations that have received requests so far. */
    made: (): Iterable<Made> => made.values(),
  }
}
