import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { schemaFile } from '../../../../schemas/index.ts'
import { type About, aboutFrom, aboutWith } from '../../../../suites/harness/target/declared/about.ts'
import { describeTarget, type Target } from '../../../../suites/harness/target/target.ts'
import { parseTarget } from '../../../../suites/harness/target/target-file.ts'
import { settingsFrom } from '../../../../suites/playwright/settings.ts'
import { targetOf } from '../../../../suites/playwright/target.ts'
import { complaintOf } from './complaint.ts'

const KEY = 'svc_main_f0rb1dden-w0rd'
const DIGEST = '13579bdf02468ace'.repeat(4)
const IMAGE = `registry.example.com:5000/edge/gateway__a:1.4.2@sha256:${DIGEST}`

/** A target whose file has these lines below `about`. */
function targetWith(lines: string, env: Readonly<Record<string, string>> = {}): Target {
  const about = lines.replaceAll(/^/gm, '  ')
  const text = `base_url: https://gateway.example.com\nkeys: { valid: ${KEY} }\nabout:\n${about}\n`
  return parseTarget(text, 't.yaml', env)
}

test('a target file declares facts about the target, also from the environment', () => {
  const { about } = targetWith(
    `product: Edge Gateway
version: "1.10"
image: \${IMAGE}
revision: commit \${COMMIT}
labels: { org.example/team: "Ümläut 网关", constructor: "5" }`,
    { IMAGE, COMMIT: 'abc1234' },
  )
  assert.deepEqual(about, {
    product: 'Edge Gateway',
    version: '1.10',
    image: IMAGE,
    revision: 'commit abc1234',
    labels: { 'org.example/team': 'Ümläut 网关', constructor: '5' },
  })
})

const INVISIBLE = 'begins or ends with a space, or contains invisible characters; write one line of visible text'
const SECRET = 'contains a secret, but reports show it; write something else'
const NOT_AN_IMAGE = 'must be an image with its digest; '
const MEMBERS = 'contract, product, vendor, version, revision, image, environment, contact, labels'
const seventeen = Array.from({ length: 17 }, (_, at) => `a${at}: b`).join(', ')

/** Mistakes below `about`: the lines, and the beginning of the error. */
const mistakes: Readonly<Record<string, readonly [lines: string, says: string]>> = {
  'an unknown member': ['vesion: a', '3: about.vesion is unknown here; did you mean version?'],
  'an unknown member that resembles none': ['a: b', `3: about.a is unknown here; there are ${MEMBERS}`],
  'a number that would lose a zero': ['version: 1.10', '12: about.version must be text; put it in quotes'],
  'a commit that YAML reads as a number': ['revision: 1e10234', '13: about.revision must be text; put it in quotes'],
  'a list': ['product: [a]', '12: about.product must be text'],
  'an empty member': ['contact:', '11: about.contact must be text, but it is empty'],
  'an empty text': ['vendor: ""', '11: about.vendor is empty'],
  'a text that is too long': [`vendor: ${'a'.repeat(301)}`, '11: about.vendor is longer than 300 characters'],
  'a terminal escape sequence': ['product: "a\\e[31m"', `12: about.product ${INVISIBLE}`],
  'a second line': ['product: "a\\n::error::b"', `12: about.product ${INVISIBLE}`],
  'a bidirectional mark': ['product: "a\\u202eb"', `12: about.product ${INVISIBLE}`],
  'an invisible character': ['product: "a\\u200bb"', `12: about.product ${INVISIBLE}`],
  'a trailing space': ['product: "a "', `12: about.product ${INVISIBLE}`],
  'an image without a digest': [
    'image: registry.example.com/gateway:1.4.2',
    `10: about.image ${NOT_AN_IMAGE}write it like registry.example.com/gateway@sha256:… and 64 hex digits`,
  ],
  'an image by a URL': [`image: https://a@sha256:${DIGEST}`, `10: about.image ${NOT_AN_IMAGE}`],
  'a truncated digest': [`image: a@sha256:${DIGEST.slice(1)}`, `10: about.image ${NOT_AN_IMAGE}`],
  'labels without a label': ['labels: {}', '11: about.labels is empty; give it a label'],
  'a label without a name': [
    'labels: { "-": a }',
    '13: about.labels.- is not a name of a label; it takes up to 63 letters and digits, with . _ - and / between them',
  ],
  'a label that is a prototype': ['labels: { __proto__: a }', '13: about.labels.__proto__ is not a name of a label; '],
  'a label with the name of another member': [
    'labels: { timeout: 5, expires: " " }',
    `22: about.labels.timeout must be text; put it in quotes\nt.yaml:4:34: about.labels.expires ${INVISIBLE}`,
  ],
  'too many labels': [`labels: { ${seventeen} }`, '11: about.labels has more than 16 entries'],
  'a variable that is not set': [
    'version: ${VERSION}',
    '12: about.version needs the environment variable VERSION, which is not set; set it, or drop this line',
  ],
  'the key': [`contact: ${KEY}`, `12: about.contact ${SECRET}`],
  'the key in base64': [`labels: { a: "${Buffer.from(KEY).toString('base64')}" }`, `16: about.labels.a ${SECRET}`],
}
const CONTRACT = 'about.contract must be the first two numbers of a version, such as 1.0; in a file, put it in quotes'
const whole: Readonly<Record<string, string>> = {
  'vendor: ""': '11: about.vendor is empty',
  'contract: ""': `13: ${CONTRACT}`,
  'contract: "1.0.0"': `13: ${CONTRACT}`,
  'contract: 1.0': `13: ${CONTRACT}`,
}
for (const [line, says] of Object.entries(whole))
  test(`${line} has one mistake`, () =>
    assert.equal(
      complaintOf(() => targetWith(line)),
      `t.yaml:4:${says}`,
    ))

for (const [title, [lines, says]] of Object.entries(mistakes))
  test(`${title} is rejected with its location and without a key`, () => {
    const said = complaintOf(() => targetWith(lines))
    assert.ok(said.startsWith(`t.yaml:4:${says}`), said)
    assert.ok(!said.includes('f0rb1dden'), said)
  })

test('refuses a key from the environment like a literal one', () => {
  const said = complaintOf(() => targetWith('contact: ask ${TOKEN}', { TOKEN: KEY }))
  assert.equal(said, `t.yaml:4:12: about.contact ${SECRET}`)
})

test('accepts a name that only looks like a key', () => {
  const image = `registry.example.com/svc_inference_gateway@sha256:${DIGEST}`
  assert.deepEqual(targetWith(`image: ${image}`).about, { image })
})

test('the report does not depend on the order of a declaration', () => {
  const one = describeTarget(targetWith('labels: { b: "2", a: "1" }\nversion: "1"\nproduct: p'))
  const other = describeTarget(targetWith('product: p\nversion: "1"\nlabels: { a: "1", b: "2" }'))
  assert.equal(JSON.stringify(one), JSON.stringify(other))
  assert.deepEqual(one.declared, { about: { product: 'p', version: '1', labels: { a: '1', b: '2' } } })
})

const describe = ({ location, message }: { location: readonly unknown[]; message: string }): string =>
  `${location.join('.')} ${message}`

test('other declarations override the file, label by label', () => {
  const own: About = { product: 'p', version: '1', labels: { a: '1', b: '1' } }
  assert.deepEqual(aboutWith(own, { version: '2', labels: { b: '2', c: '2' } }, describe), {
    product: 'p',
    version: '2',
    labels: { a: '1', b: '2', c: '2' },
  })
  assert.deepEqual(aboutWith(undefined, { version: '2' }, describe), { version: '2' })
  assert.equal(aboutWith(own, undefined, describe), own)
  const many = (name: string): About => ({
    labels: Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`${name}${at}`, 'x'])),
  })
  const said = complaintOf(() => aboutWith(many('a'), many('b'), describe))
  assert.match(said, /^about\.labels has more than 16 entries with those/)
})

test('a declaration outside the file has the same rules', () => {
  const read = aboutFrom({ version: '${V}', labels: { a: 'b' } }, { V: '2' }, describe)
  assert.deepEqual(read, { version: '2', labels: { a: 'b' } })
  for (const [value, says] of [
    [{ version: '${V}' }, 'about.version needs the environment variable V, which is not set; set it, or remove this'],
    [{ vesion: 'a' }, 'about.vesion is unknown here; did you mean version?'],
    [{ image: 'a' }, `about.image ${NOT_AN_IMAGE}`],
    [{}, 'about is empty; give it contract, product, '],
    [[], 'about must be a mapping'],
  ] as const)
    assert.ok(complaintOf(() => aboutFrom(value, {}, describe)).startsWith(says), says)
})

test('Playwright settings accept the same declarations and reject the same mistakes', () => {
  const env = (about: unknown): Record<string, string> => ({
    SVC_CONFORMANCE_RUN: JSON.stringify({ baseUrl: 'http://127.0.0.1:9', about }),
    SVC_CONFORMANCE_KEY: KEY,
    V: '2',
  })
  const read = (about: unknown): Target => targetOf(settingsFrom(env(about)), env(about))
  assert.deepEqual(read({ version: '${V}' }).about, { version: '2' })
  assert.ok(!('about' in read(undefined)))
  for (const [about, says] of [
    [{ vesion: 'a' }, '.vesion is unknown here; did you mean version?'],
    ['a', ' has to be an object'],
    [{ contact: KEY }, `.contact ${SECRET}`],
  ] as const) {
    const said = complaintOf(() => read(about))
    assert.equal(said, `SVC_CONFORMANCE_RUN: about${says}`)
  }
})

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly $defs?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: unknown
  readonly propertyNames?: object
  readonly maxProperties?: number
}

test('the schemas of reports and of target files have the same declarations', () => {
  const schema = (name: string): Schema =>
    JSON.parse(readFileSync(schemaFile(`formats/${name}.schema.json`), 'utf8')) as Schema
  const [target, report] = [schema('target'), schema('report')]
  const [own, shown] = [target.properties?.about, report.$defs?.about]
  assert.deepEqual(Object.keys(own?.properties ?? {}), Object.keys(shown?.properties ?? assert.fail('no members')))
  assert.deepEqual(target.$defs?.declared, report.$defs?.declared)
  const { description: _, ...labels } = (own?.properties?.labels ?? {}) as Schema & { description?: string }
  assert.deepEqual(labels, shown?.properties?.labels)
})
