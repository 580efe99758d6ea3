/** The smallest responses that break a client, as a configuration of the mock, and as a test with its script. */
import { stringify } from 'yaml'
import { type Broken, textOf, writtenAs } from './fuzz.ts'

export function fuzzFiles(broken: readonly Broken[]): Readonly<Record<string, string>> {
  return { 'client-fuzz.yaml': yamlOf(broken), 'client-fuzz.test.ts': testOf(broken) }
}

/** Each response has its own project, so that no request has to name one. */
function yamlOf(broken: readonly Broken[]): string {
  const projects = broken.map(({ drawn }, index) => {
    const replies = [{ reply: textOf(drawn), with: [{ name: 'rewrite', ...writtenAs(drawn) }] }]
    const keys = [`svc_fuzz-${index + 1}_not-a-secret`]
    return [`fuzz-${index + 1}`, { keys, models: ['svc/small'], replies }] as const
  })
  const configuration = { models: { 'svc/small': {} }, projects: Object.fromEntries(projects) }
  return `# svc-conformance mock --config client-fuzz.yaml\n${stringify(configuration, { lineWidth: 0 })}`
}

function testOf(broken: readonly Broken[]): string {
  const tests = broken.map(({ drawn }, index) => {
    const text = JSON.stringify(textOf(drawn))
    return `
test('a legal response is read whole (${index + 1})', async (context) => {
  const mock = await startMock()
  context.after(() => mock.close())
  const project = mock.project({ models: ['svc/small'] })
  project.always(reply(${text}).with(rewrite(${JSON.stringify(writtenAs(drawn))})))
  const text = await complete({ baseUrl: mock.url, key: project.key, model: 'svc/small', stream: ${drawn.streams} })
  assert.equal(text, ${text})
})
`
  })
  const imports = IMPORTS.map(([what, where]) => ['import', what, 'from', `'${where}'`].join(' '))
  return `// ./client.js is your client: complete() requests one completion, and returns its text.\n${imports.join('\n')}\n${tests.join('')}`
}

const IMPORTS = [
  ['assert', 'node:assert/strict'],
  ['{ test }', 'node:test'],
  ['{ reply, rewrite, startMock }', 'svc-conformance/mock'],
  ['{ complete }', './client.js'],
] as const
