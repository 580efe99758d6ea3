/** Colours, if they are enabled. */
import { styleText } from 'node:util'

type Format = Parameters<typeof styleText>[0]
export type Paint = (format: Format, text: string) => string

export const plain: Paint = (_format, text) => text
export const coloured: Paint = (format, text) => styleText(format, text, { validateStream: false })

interface Output {
  readonly isTTY?: boolean
  hasColors?(): boolean
}

/** Colours on a terminal that has them, unless NO_COLOR or FORCE_COLOR says otherwise; FORCE_COLOR wins, as in Node. */
export function paintFor(output: Output, env: Readonly<Record<string, string | undefined>>): Paint {
  const forced = env.FORCE_COLOR
  if (forced) return forced === '0' || forced === 'false' ? plain : coloured
  if (env.NO_COLOR || env.TERM === 'dumb' || output.isTTY !== true) return plain
  return output.hasColors?.() === false ? plain : coloured
}
