/** Parses the command line of the bench. */
import { parseArgs } from 'node:util'

const LONG_SOAK = 600
const SHORT_SOAK = 30

export type Options = ReturnType<typeof optionsFrom>

/**
 * @returns `only`: names of rows, empty for all; `rivals`: whether to install and measure them; `soak`: its seconds
 * @throws if a name is not a row, or the rounds are not a number
 */
export function optionsFrom(args: readonly string[], rows: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', multiple: true },
      rounds: { type: 'string', default: '5' },
      rivals: { type: 'boolean', default: false },
      soak: { type: 'boolean', default: false },
    },
  })
  const only = (values.only ?? []).flatMap((names) => names.split(','))
  const unknown = only.filter((name) => !rows.includes(name))
  if (unknown.length > 0) throw new RangeError(`no row is called ${unknown.join(', ')}; there are ${rows.join(', ')}`)
  const rounds = Number(values.rounds)
  if (!Number.isInteger(rounds) || rounds < 1) throw new RangeError('--rounds takes a whole number of at least 1')
  return { only, rounds, rivals: values.rivals, soak: values.soak ? LONG_SOAK : SHORT_SOAK }
}
