/**
 * One point at which the contract leaves the gateway a choice.
 *
 * The first value is the default. Values under `warned` keep every `must` but go against a `should`,
 * so a strict run may complain about them and a plain run may not fail.
 */
export interface Switch<Value extends string = string> {
  readonly values: readonly [Value, ...Value[]]
  readonly warned?: readonly Value[]
}

/** A switch whose values are all free of warnings. */
export const among = <const Value extends string>(...values: readonly [Value, ...Value[]]): Switch<Value> => ({
  values,
})

export type ChoicesOf<Table extends Record<string, Switch>> = {
  readonly [Name in keyof Table]: Table[Name]['values'][number]
}
