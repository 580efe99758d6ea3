/** Placeholders for the real keys in a replay: they have the same form, and equal parts where the real keys had. */
import { compact } from './compact.ts'
import { type KeyRole, keyRoles } from './key-forms.ts'
import { parts } from './key-parts.ts'

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
    const { id, secret } = parts(key)
    const prefix = key.startsWith('svc_')
    const hasSecret = key.includes('_', prefix ? 'svc_'.length : 0)
    shapes[role] = compact({ prefix, id: idNumber(id), secret: hasSecret ? secretNumber(secret) : undefined })
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
