import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { before, test } from 'node:test'
import { parse } from 'yaml'
import { schemaFile } from '../../../../schemas/index.ts'
import { waiverStates } from '../../../../suites/harness/report/waivers.ts'
import { limitsFor } from '../../../../suites/harness/target/limits.ts'
import { loadTarget } from '../../../../suites/harness/target/target-file.ts'
import { folder } from '../../../cli/command.ts'
import { root, snippetsOf } from '../../../docs/snippets.ts'
import { authority, issued } from './made-certificates.ts'

const PAGE = 'docs/target-file.md'
const page = readFileSync(join(root, PAGE), 'utf8')
const snippets = snippetsOf(PAGE).filter(({ language }) => language === 'yaml')
const directory = folder()

/** Values for every variable on the page. */
const env = {
  BASE_URL: 'https://gateway.example.com',
  SVC_CONFORMANCE_KEY: 'svc_main_a',
  SVC_CONFORMANCE_KEY_SECOND: 'svc_second_b',
  SVC_CONFORMANCE_KEY_EMPTY: 'svc_empty_c',
  SVC_CONFORMANCE_KEY_REVISIT: 'svc_main_e2',
  SVC_CONFORMANCE_KEY_DISABLED: 'svc_off_d',
  SVC_CONFORMANCE_KEY_LIMITED: 'svc_busy_e',
  SVC_TLS_PASSPHRASE: 'open',
  PROXY_USER: 'me',
  PROXY_PASSWORD: 'mine',
  COMMIT: '13579bdf02468ace13579bdf02468ace13579bdf',
  IMAGE_DIGEST: `sha256:${'13579bdf02468ace'.repeat(4)}`,
}

before(async () => {
  const ca = await authority('a CA')
  const client = await issued(ca, { name: 'client.example.com', passphrase: env.SVC_TLS_PASSPHRASE })
  mkdirSync(join(directory, 'certificates'))
  for (const [name, text] of Object.entries({ ca: ca.cert, client: client.cert, 'client-key': client.key }))
    writeFileSync(join(directory, `certificates/${name}.pem`), text)
})

for (const { text, where } of snippets)
  test(`${where} is a valid target file`, () => {
    const path = join(directory, `${where.replace(/\W/g, '-')}.yaml`)
    writeFileSync(path, text)
    assert.equal(loadTarget(path, env).baseUrl.includes('gateway'), true)
  })

interface Schema {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

const schema = JSON.parse(readFileSync(schemaFile('formats/target.schema.json'), 'utf8')) as Schema & {
  readonly $defs: Readonly<Record<string, Schema>>
}

/** The paths of all members of an object. */
const below = <Of>(
  object: Readonly<Record<string, Of>> | object,
  path: string,
  walk: (of: Of, at: string) => string[],
) =>
  Object.entries(object).flatMap(([name, member]) => {
    const at = path === '' ? name : `${path}.${name}`
    return [at, ...walk(member as Of, at)]
  })

/** Every possible member of a target file, as a path such as `waivers.owner`. */
function members(of: Schema, path: string): string[] {
  const own = of.$ref === undefined ? of : (schema.$defs[of.$ref.replace('#/$defs/', '')] ?? assert.fail(of.$ref))
  if (own.items) return members(own.items, path)
  return below(own.properties ?? {}, path, members)
}

/** Every member of a value, as a path. */
function written(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => written(item, path))
  return typeof value === 'object' && value !== null ? below(value, path, written) : []
}

test('the page shows every member of a target file in an example', () => {
  const shown = new Set(snippets.flatMap(({ text }) => written(parse(text), '')))
  // A state can be provoked by key, model or headers; one example of each is enough.
  const oneOfEach = (path: string): string => path.replace(/^provoke\.\w+\.(key|model|headers)/, 'provoke.*.$1')
  const all = new Set([...shown].map(oneOfEach))
  const missing = members(schema, '').filter((path) => !all.has(oneOfEach(path)))
  assert.deepEqual(missing, [])
})

test('the limits on the page are the defaults', () => {
  const limits = (text: string): unknown => {
    const path = join(directory, 'limits.yaml')
    writeFileSync(path, text)
    return limitsFor(loadTarget(path, env).limits)
  }
  const [own = assert.fail('no limits')] = snippets.filter(({ text }) => /^limits:/m.test(text))
  const { connect: _c, idle: _i, ...named } = limits(own.text) as Record<string, unknown>
  assert.deepEqual(named, limits(own.text.replace(/^limits:[\s\S]*/m, '')))
})

test('the page names every state of a waiver, and links to files that exist', () => {
  for (const state of waiverStates) assert.match(page, new RegExp(`^\\| \`${state}\` +\\|`, 'm'))
  for (const [, link = ''] of page.matchAll(/\]\((?!https?:)([^)#]+)/g))
    assert.ok(existsSync(join(root, dirname(PAGE), link)), link)
})
