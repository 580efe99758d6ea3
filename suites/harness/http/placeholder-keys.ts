/** Placeholders for the real keys in a replay: they have the same form, and equal parts where the real keys had. */
import { compact } from './compact.ts'
import { type KeyRole, keyRoles } from './key-forms.ts'

type Keys = Partial<Record<KeyRole, string>>

/** All that a record says about a key. Numbers replace its parts: equal ones for equal texts, 0 for an empty text. */
export interface KeyShape {
  readonly prefix: boolean
  readonly id: number
  /** Absent if the key has no second part. */
  readonly secret?: number
}

export type KeyShapes = Partial<Record<KeyRole, KeyShape>>

/** Numbers texts by their first appearance, from 1. */
function numbering(): (text: string) => number {
  const seen: string[] = []
  return (text) => {
    if (text === '') return 0
    if (!seen.includes(text)) seen.push(text)
    return seen.indexOf(text) + 1
  }
}

/** The shapes of keys: which parts each key has, and which parts several keys share. */
export function shapesOf(keys: Keys): KeyShapes {
  const [idNumber, secretNumber] = [numbering(), numbering()]
  const shapes: KeyShapes = {}
  for (const role of keyRoles) {
    const key = keys[role]
    if (key === undefined) continue
    const rest = key.replace(/^svc_/, '')
    const cut = rest.indexOf('_')
    shapes[role] = compact({
      prefix: rest !== key,
      id: idNumber(cut < 0 ? rest : rest.slice(0, cut)),
      secret: cut < 0 ? undefined : secretNumber(rest.slice(cut + 1)),
    })
  }
  return shapes
}

const part = (word: string, number: number): string => (number === 0 ? '' : `${word}${number}`)

/** Keys of these shapes. No gateway accepts them. */
export function placeholderKeys(shapes: KeyShapes): Keys {
  const keys: Keys = {}
  for (const role of keyRoles) {
    const shape = shapes[role]
    if (!shape) continue
    const secret = shape.secret === undefined ? '' : `_${part('secret', shape.secret)}`
    keys[role] = `${shape.prefix ? 'svc_' : ''}${part('id', shape.id)}${secret}`
  }
  return keys
}
