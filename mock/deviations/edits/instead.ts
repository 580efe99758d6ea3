import type { Behaviour, Call } from '../../core/types.ts'
import type { Apply, Emit } from '../deviation.ts'

/** The members of a behaviour that are decisions. */
type Decision = {
  [M in keyof Behaviour]: Behaviour[M] extends (...args: never[]) => unknown ? M : never
}[keyof Behaviour]
type Decided<M extends Decision> = ReturnType<Behaviour[M]>

/** Returns the decision without the deviation, or the decision for other arguments. */
type Plain<M extends Decision> = (...others: Parameters<Behaviour[M]> | []) => Decided<M>

/**
 * Replaces a decision. The deviation counts as emitted if the decision differs from that of `plain`, or was made without
 * it or for other arguments.
 */
export function instead<M extends Decision>(
  member: M,
  decide: (plain: Plain<M>, ...args: Parameters<Behaviour[M]>) => Decided<M>,
): Apply {
  return (behaviour, emit) => ({
    ...behaviour,
    [member]: (...args: Parameters<Behaviour[M]>) => {
      const below = behaviour[member] as (...args: Parameters<Behaviour[M]>) => Decided<M>
      let plain: { readonly decided: Decided<M> } | undefined
      const ask: Plain<M> = (...others) =>
        others.length > 0
          ? below(...(others as Parameters<Behaviour[M]>))
          : (plain ??= { decided: below(...args) }).decided
      const decided = decide(ask, ...args)
      if (!plain || plain.decided !== decided) emit()
      return decided
    },
  })
}

type Lists = Pick<Behaviour, 'events' | 'responses' | 'sealed'>
type Edited<M extends keyof Lists> = Parameters<Lists[M][number]>[0]

/** Adds an edit to one of the lists of a behaviour. An edit without a result had nothing to edit. */
export function editList<M extends keyof Lists>(
  member: M,
  edit: (plain: Edited<M>, call: Call) => Edited<M> | undefined | false,
): Apply {
  return (behaviour, emit) => ({
    ...behaviour,
    [member]: [
      ...behaviour[member],
      (plain: Edited<M>, call: Call) => {
        const edited = edit(plain, call)
        if (edited) emit()
        return edited || plain
      },
    ],
  })
}

/** A deviation with state, separate for each gateway. */
export const remembering =
  (make: () => Apply): Apply =>
  (behaviour, emit) =>
    make()(behaviour, emit)

/** Makes a decision count as an effect of the deviation each time it is made. */
export function emitting<A extends unknown[], R>(emit: Emit, decide: (...args: A) => R): (...args: A) => R {
  return (...args) => {
    emit()
    return decide(...args)
  }
}
