/** Bodies on which schema and mock differ on purpose. Each row needs a reason. */

export interface Difference {
  readonly body: string
  readonly schema: boolean
  readonly mock: boolean
  readonly reason: string
}

const body = (members: string): string => `{"model":"svc/echo-1","messages":[{"role":"user","content":"a"}],${members}}`
const rounding = 'The mock reads a number as a double, as nearly every server does; the schema gets the exact value.'

export const differences: readonly Difference[] = [
  { body: body('"temperature":2.00000000000000000000001'), schema: false, mock: true, reason: rounding },
  { body: body('"temperature":-1e-400'), schema: false, mock: true, reason: rounding },
  { body: body('"top_p":1.00000000000000000000001'), schema: false, mock: true, reason: rounding },
  { body: body('"top_p":1e-400'), schema: true, mock: false, reason: rounding },
]
