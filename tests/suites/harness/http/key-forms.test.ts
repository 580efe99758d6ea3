/** A wrong key never equals the valid one, with any characters: otherwise a correct gateway would fail. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  formNames,
  isGenuine,
  type KeyForm,
  type KeyRole,
  present,
  singly,
} from '../../../../suites/harness/http/key-forms.ts'
import { changedKey, changeNames, other, partNames, parts, TENTHS } from '../../../../suites/harness/http/key-parts.ts'
import { placeholderKeys, shapesOf } from '../../../../suites/harness/http/placeholder-keys.ts'

/** Every character that is valid in a key in a header. */
const ASCII = Array.from({ length: 0x7f - 0x21 }, (_, at) => String.fromCharCode(0x21 + at))

/** Whether a key has an id without underscores and a secret. */
const hasForm = (key: string): boolean => /^svc_[^_]+_./.test(key)

/** Keys with this character at each position that a form changes: alone, first, last and everywhere. */
const keysWith = (c: string): string[] =>
  [`svc_${c}_${c}`, `svc_${c}d_${c}ecret${c}`, `svc_i${c}_s${c}`, `svc_id_${c.repeat(12)}`].filter(hasForm)

const authorization = (form: KeyForm, valid: string): string | undefined =>
  present(form, valid, { valid, second: `${valid}-second` }).headers?.find(([name]) => name === 'authorization')?.[1]

/** Forms that present the valid key. */
const RIGHT: readonly KeyForm[] = ['bearer', 'lower-case-scheme', 'upper-case-scheme', 'secret-of-valid']

test('only the valid forms present the key', () => {
  for (const key of ASCII.flatMap(keysWith)) {
    for (const form of formNames) {
      const [, token] = /^bearer +(.*?) *$/i.exec(authorization(form, key) ?? '') ?? []
      assert.equal(token === key, RIGHT.includes(form), `${form} of ${key}`)
    }
    assert.equal(authorization('quoted', key), `Bearer "${key}"`)
  }
})

/** The class of a character; `other` keeps it, so that the key keeps its form. */
const classOf = (c: string): string => (/\d/.test(c) ? 'digit' : /[A-Z]/.test(c) ? 'capital' : 'other')

test('other() returns a different character of the same class', () => {
  for (const c of ASCII) {
    assert.notEqual(other(c), c)
    assert.equal(classOf(other(c)), classOf(c))
  }
  assert.equal(other(undefined), 'a')
})

test('a form about one character changes only this character', () => {
  for (const key of ASCII.flatMap(keysWith)) {
    const start = key.slice(0, -1)
    const { id, secret } = parts(key)
    assert.equal(authorization('secret-cut', key), `Bearer ${start}`)
    assert.equal(authorization('secret-longer', key), `Bearer ${key}x`)
    assert.equal(authorization('secret-last-changed', key), `Bearer ${start}${other(key.at(-1))}`)
    assert.equal(authorization('secret-first-changed', key), `Bearer svc_${id}_${other(secret[0])}${secret.slice(1)}`)
  }
})

test('a changed key differs only at the position of the change', () => {
  const key = 'svc_4fGh7kLm_Q7tq3Pz9XwB2'
  for (const part of partNames)
    for (const change of changeNames)
      for (let tenth = 0; tenth < TENTHS; tenth += 1) {
        const changed = changedKey(key, { part, change, tenth })
        const start = { prefix: 0, id: 4, secret: 13 }[part]
        const length = { prefix: 4, id: 8, secret: 12 }[part]
        const longer = { 'left-out': -1, doubled: 1, changed: 0, 'other-case': 0, preceded: 1 }[change]
        const at = start + Math.floor((length * tenth) / TENTHS)
        assert.equal(changed.slice(0, at), key.slice(0, at), `${part} ${change} ${tenth}`)
        assert.ok(changed.endsWith(key.slice(at + 1)), `${part} ${change} ${tenth}`)
        assert.equal(changed.length - key.length, longer)
        assert.notEqual(changed, key)
      }
})

test('a changed key is genuine if projects share a secret', () => {
  const genuine = (second: string) => isGenuine('secret-of-second', 'valid', { valid: 'svc_a_same', second })
  assert.deepEqual([genuine('svc_b_same'), genuine('svc_b_other')], [true, false])
  assert.equal(isGenuine('bearer', 'valid', { valid: 'svc_a_same' }), true)
})

test('a form with several locations also has a form for each location', () => {
  const placesOf = (form: KeyForm): (string | undefined)[] => {
    const { headers = [], query = [] } = present(form, 'svc_a_b', { valid: 'svc_a_b' })
    return [...headers.map(([name]) => `header-${name}`), ...query.map(([name]) => `parameter-${name}`)]
  }
  for (const form of ['other-headers', 'parameters'] as const) {
    assert.deepEqual(singly[form], placesOf(form))
    for (const place of singly[form] ?? []) assert.deepEqual(placesOf(place), [place])
  }
})

for (const [title, keys] of [
  ['one key', { valid: 'svc_abc_secretsecret' }],
  ['two projects', { valid: 'svc_abc_secretsecret', second: 'svc_def_othersecret' }],
  ['two projects with one secret', { valid: 'svc_abc_secretsecret', second: 'svc_def_secretsecret' }],
  ['a key of another form', { valid: 'opaque' }],
  ['a key without a prefix', { valid: 'abc_secretsecret' }],
  ['a key with empty parts', { valid: 'svc__', second: 'svc_abc_' }],
] as const)
  test(`${title}: placeholders have the form of the keys, and are genuine in the same forms`, () => {
    const shapes = shapesOf(keys)
    const instead = placeholderKeys(shapes)
    assert.deepEqual(Object.keys(instead), Object.keys(keys))
    for (const form of formNames)
      for (const role of Object.keys(keys) as KeyRole[])
        assert.equal(isGenuine(form, role, instead), isGenuine(form, role, keys), `${role} ${form}`)
    const form = /^svc_[^_]+_.+$/
    assert.equal(form.test(instead.valid ?? ''), form.test(keys.valid ?? ''))
    assert.doesNotMatch(JSON.stringify([shapes, instead]), /abc|def|secretsecret|opaque/)
  })
