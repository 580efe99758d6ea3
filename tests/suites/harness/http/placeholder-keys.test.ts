import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formNames, isGenuine, type KeyRole } from '../../../../suites/harness/http/key-forms.ts'
import { placeholderKeys, shapesOf } from '../../../../suites/harness/http/placeholder-keys.ts'

const sets: readonly (readonly [title: string, keys: Partial<Record<KeyRole, string>>])[] = [
  ['one key', { valid: 'svc_abc_secretsecret' }],
  ['two projects', { valid: 'svc_abc_secretsecret', second: 'svc_def_othersecret' }],
  ['two projects with one secret', { valid: 'svc_abc_secretsecret', second: 'svc_def_secretsecret' }],
  ['a key of another form', { valid: 'opaque' }],
  ['a key without a prefix', { valid: 'abc_secretsecret' }],
  ['a key with empty parts', { valid: 'svc__', second: 'svc_abc_' }],
]
for (const [title, keys] of sets)
  test(`${title}: placeholders have the form of the keys, and are genuine where those were`, () => {
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
