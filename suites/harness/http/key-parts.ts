/** The parts of a key, and keys with one wrong character. Its position is given in tenths, to hide the length. */

/** Splits `svc_<id>_<secret>` at the first underscore after `svc_`, even if id or secret contain underscores. */
export function parts(key: string): { readonly id: string; readonly secret: string } {
  const rest = key.startsWith('svc_') ? key.slice(4) : key
  const cut = rest.indexOf('_')
  return cut < 0 ? { id: rest, secret: '' } : { id: rest.slice(0, cut), secret: rest.slice(cut + 1) }
}

/** Another character of the same class, so that only the value is wrong and not the form. */
export function other(character: string | undefined): string {
  if (character === undefined) return 'a'
  if (/\d/.test(character)) return character === '7' ? '3' : '7'
  if (/[A-Z]/.test(character)) return character === 'Q' ? 'T' : 'Q'
  return character === 'q' ? 't' : 'q'
}

export const scrambled = (text: string): string => [...text].map(other).join('')

export const swapCase = (text: string): string =>
  [...text].map((c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase())).join('')

/** Changes to a single character, with their words in reports. */
const changes = {
  'left-out': ['left out', () => ''],
  doubled: ['doubled', (character) => character + character],
  changed: ['changed', other],
  'other-case': ['in the other case', (own) => (swapCase(own) === own ? other(own) : swapCase(own))],
  preceded: ['after an x', (character) => `x${character}`],
} as const satisfies Record<string, readonly [words: string, change: (character: string) => string]>

export type Change = keyof typeof changes
export const changeNames = Object.keys(changes) as readonly Change[]

export type Part = 'prefix' | 'id' | 'secret'
export const partNames: readonly Part[] = ['prefix', 'id', 'secret']

/** `secret-doubled-at-7`: the character after seven tenths of the secret is doubled. */
export type ChangedForm = `${Part}-${Change}-at-${number}`

export const TENTHS = 10

/** @param tenth from 0 to 9 */
export const changedForm = (part: Part, change: Change, tenth: number): ChangedForm => `${part}-${change}-at-${tenth}`

interface Changed {
  readonly part: Part
  readonly change: Change
  readonly tenth: number
}

/** Parses a form that changes one character; undefined for a form of another kind. */
export function readChanged(form: string): Changed | undefined {
  const [, part, change, tenth] = /^(prefix|id|secret)-(.+)-at-(\d)$/.exec(form) ?? []
  return part === undefined ? undefined : { part: part as Part, change: change as Change, tenth: Number(tenth) }
}

function changedText(text: string, { change, tenth }: Changed): string {
  const at = Math.floor((text.length * tenth) / TENTHS)
  return `${text.slice(0, at)}${changes[change][1](text[at] ?? '')}${text.slice(at + 1)}`
}

/** The key with one wrong character. If the key lacks this part, the change applies to the whole key. */
export function changedKey(key: string, changed: Changed): string {
  const { id, secret } = parts(key)
  const text = { prefix: key.startsWith('svc_') ? 'svc_' : '', id, secret }[changed.part]
  if (text === '') return changedText(key, changed)
  const at = changed.part === 'prefix' ? 0 : changed.part === 'secret' ? key.length - secret.length : key.indexOf(id)
  const start = changed.part === 'id' && key.startsWith('svc_') ? 4 : at
  return `${key.slice(0, start)}${changedText(text, changed)}${key.slice(start + text.length)}`
}

/** The name of the form in reports; `$KEY` represents the key. */
export function changedLabel({ part, change, tenth }: Changed): string {
  return `Bearer $KEY with a character of its ${part} ${changes[change][0]}, at ${tenth}/${TENTHS} of it`
}
