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

/** Uses colours if the terminal supports them. NO_COLOR overrides this, and FORCE_COLOR overrides both, as in Node. */
export function paintFor(output: Output, env: Readonly<Record<string, string | undefined>>): Paint {
  const forced = env.FORCE_COLOR
  if (forced) return forced === '0' || forced === 'false' ? plain : coloured
  if (env.NO_COLOR || env.TERM === 'dumb' || output.isTTY !== true) return plain
  return output.hasColors?.() === false ? plain : coloured
}
