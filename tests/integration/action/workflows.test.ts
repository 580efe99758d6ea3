import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { root } from '../../docs/snippets.ts'

interface Job {
  readonly 'timeout-minutes'?: number
  readonly steps: readonly { readonly run?: string }[]
  readonly strategy?: { readonly matrix: { readonly command?: readonly string[] } }
}

interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, Job>>
}

interface Form {
  readonly name: string
  readonly description: string
  readonly body: readonly { readonly type: string; readonly id?: string }[]
}

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')
const filesIn = (folder: string): string[] => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`)
const workflows = filesIn('.github/workflows')
const ACTION = '.github/actions/certify/action.yml'
const { scripts } = JSON.parse(textOf('package.json')) as { readonly scripts: Readonly<Record<string, string>> }

/** Third-party actions, as in the YAML. */
const actionsIn = (path: string): string[] =>
  [...textOf(path).matchAll(/^ *(?:- )?uses: (.*)$/gm)].map(([, action = '']) => action)

// A tag can be moved to other code, but a commit cannot.
for (const path of [...workflows, ACTION])
  test(`${path} pins every action to a commit, and names its version`, () => {
    const used = actionsIn(path)
    assert.equal(used.length, textOf(path).split('uses: actions/').length - 1)
    assert.ok(used.length > 0)
    for (const action of used) assert.match(action, /^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

test('every use of an action pins the same commit', () => {
  const used = new Set([...workflows, ACTION].flatMap(actionsIn))
  assert.equal(used.size, new Set([...used].map((action) => action.split('@')[0])).size)
})

/** Our image, and the image of the reader's gateway. */
const OWN: readonly string[] = ['svc-conformance', 'gateway']

/** Third-party images in YAML without a digest. */
const unpinnedIn = (text: string): string[] =>
  [...text.matchAll(/^ *(?:- )?(?:image|container): *["']?([^"'\s]+)/gm)]
    .map(([, image = '']) => image)
    .filter((image) => !OWN.includes(image) && !/@sha256:[0-9a-f]{64}$/.test(image))

test('workflows and examples pin third-party images by digest', () => {
  const examples = globSync('examples/**/*.{yaml,yml}', { cwd: root, exclude: (name) => name === 'node_modules' })
  assert.ok(examples.length > 2)
  for (const path of [...workflows, ACTION, ...examples]) assert.deepEqual(unpinnedIn(textOf(path)), [], path)
})

/** The digest is not pinned, since no registry was available: a release records it, and `--build-arg BASE=` uses it. */
const BASE = /^node:\d+\.\d+\.\d+-alpine$/

/** Base images of a Dockerfile that are neither stages nor pinned by digest; arguments have their default. */
function basesIn(text: string): string[] {
  const defaults = new Map([...text.matchAll(/^ARG (\w+)=(\S+)$/gm)].map(([, name = '', value = '']) => [name, value]))
  const stages = new Set([...text.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name))
  return [...text.matchAll(/^FROM (\S+)/gm)]
    .map(([, image = '']) => image.replace(/\$\{(\w+)\}/, (_, name: string) => defaults.get(name) ?? ''))
    .filter((image) => !stages.has(image) && !/@sha256:[0-9a-f]{64}$/.test(image))
}

test('our image has one base with a full version, and each release records its digest', () => {
  const files = globSync('**/{Dockerfile*,*.Dockerfile}', { cwd: root, exclude: (name) => name === 'node_modules' })
  assert.deepEqual(files, ['Dockerfile'])
  const bases = new Set(basesIn(textOf('Dockerfile')))
  assert.equal(bases.size, 1)
  for (const base of bases) assert.match(base, BASE)
  assert.match(textOf('Dockerfile'), /base-image\.txt: --build-arg BASE=node@sha256:/)
  assert.match(textOf('.github/workflows/release.yml'), /RepoDigests.*out\/base-image\.txt/)
})

test('finds bases by tag, also as the default of an argument, but no stages or digests', () => {
  const text = `ARG A=node:24\nFROM \${A} AS a\nFROM a\nFROM redis:8\nFROM redis@sha256:${'a'.repeat(64)}\n`
  assert.deepEqual(basesIn(text), ['node:24', 'redis:8'])
})

test('finds images by tag in services and job containers', () => {
  const digest = 'a'.repeat(64)
  const text = `services:\n  a:\n    image: redis:8\n  b:\n    image: redis@sha256:${digest}\ncontainer: node:24\n`
  assert.deepEqual(unpinnedIn(text), ['redis:8', 'node:24'])
})

test('a release checks that the build is reproducible and writes the SBOM before it publishes', () => {
  const { jobs } = parse(textOf('.github/workflows/release.yml')) as Workflow
  const runs = jobs.publish?.steps.map(({ run = '' }) => run) ?? []
  const order = ['npm run reproducible', 'npm run sbom', 'npm publish ./out/*.tgz']
  const found = order.map((command) => runs.findIndex((run) => run.includes(command)))
  assert.ok(found[0] !== -1)
  assert.deepEqual(
    found,
    [...found].sort((a, b) => a - b),
  )
})

for (const path of workflows) {
  const { permissions, jobs } = parse(textOf(path)) as Workflow
  const steps = Object.values(jobs).flatMap((job) => job.steps)

  test(`${path} has only read permissions, and every job has a timeout`, () => {
    assert.deepEqual(permissions, { contents: 'read' })
    for (const [name, job] of Object.entries(jobs)) assert.equal(typeof job['timeout-minutes'], 'number', name)
  })

  test(`${path} runs only scripts of package.json`, () => {
    // A job that runs once per command lists the commands in its matrix.
    const commands = Object.values(jobs).flatMap(({ strategy }) => strategy?.matrix.command ?? [])
    const named = [...steps.map(({ run = '' }) => run), ...commands].flatMap((run) =>
      [...run.matchAll(/^npm (?:run ([a-z:-]+)|(start|test)\b)/gm)].map(([, script, short]) => script ?? short ?? ''),
    )
    assert.ok(named.length > 1)
    for (const name of named) assert.ok(scripts[name], name)
  })
}

test('the kill matrix has all parts that its script expects', () => {
  const ci = parse(textOf('.github/workflows/ci.yml')) as {
    readonly jobs: { readonly prove: Job & { readonly strategy: { readonly matrix: { readonly part: number[] } } } }
  }
  const { strategy, steps } = ci.jobs.prove
  const [, of] = /--part \$\{\{ matrix\.part \}\}\/(\d+)/.exec(steps.map(({ run }) => run).join('\n')) ?? []
  assert.deepEqual(
    strategy.matrix.part,
    Array.from({ length: Number(of) }, (_, at) => at + 1),
  )
})

for (const path of filesIn('.github/ISSUE_TEMPLATE').filter((name) => !name.endsWith('/config.yml')))
  test(`${path} is a form, and its fields have unique ids`, () => {
    const { name, description, body } = parse(textOf(path)) as Form
    assert.deepEqual([typeof name, typeof description], ['string', 'string'])
    const fields = body.filter(({ type }) => type !== 'markdown')
    assert.ok(fields.length > 0)
    for (const { type } of fields) assert.ok(['input', 'textarea'].includes(type), type)
    assert.equal(new Set(fields.map(({ id }) => id)).size, fields.length)
  })

// CI has this program; elsewhere, install it with `go install github.com/rhysd/actionlint/cmd/actionlint@latest`.
if (spawnSync('actionlint', ['-version']).status === 0)
  test('actionlint finds nothing in the workflows', () => {
    const { status, stdout } = spawnSync('actionlint', [], { cwd: root, encoding: 'utf8' })
    assert.equal(status, 0, stdout)
  })
