import assert from 'node:assert/strict'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { formatFiles } from '../../../reporters/formats/format-names.ts'
import type { Report } from '../../../suites/harness/report/report.ts'
import { settingsFrom } from '../../../suites/playwright/settings.ts'
import { signingKeys } from '../../cli/files.ts'
import { Job } from '../../integration/action/job.ts'
import { mockForFile } from '../../mock/asking.ts'
import { inShort, root, snippetsOf } from '../snippets.ts'

const PAGE = 'docs/ci.md'
const page = readFileSync(join(root, PAGE), 'utf8')
const snippets = snippetsOf(PAGE)
const yaml = (has: string): Record<string, never> =>
  parse(snippets.find(({ language, text }) => language === 'yaml' && text.includes(has))?.text ?? '')
const action = parse(readFileSync(join(root, '.github/actions/certify/action.yml'), 'utf8')) as {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>
  readonly outputs: object
}

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string }

const mock = await mockForFile()

const environment = (): Record<string, string> => ({ BASE_URL: mock.url, SVC_CONFORMANCE_KEY: mock.demo.valid })

const promised = Object.values(formatFiles).map((name) => `out/${name}`)

async function certifies(line: string, shell: readonly [string, ...string[]]): Promise<void> {
  const job = new Job()
  const { code, out } = await job.line(line, environment(), shell)
  assert.equal(code, 0, out)
  assert.match(out, /CONFORMANT/)
  assert.match(job.read('out/junit.xml'), /<testsuites/)
}

test('the script of the GitLab job certifies', async () => {
  const { certify } = yaml('image: node') as unknown as {
    certify: { image: string; script: string[]; artifacts: { reports: Record<string, string> } }
  }
  assert.equal(certify.script.length, 1)
  for (const path of Object.values(certify.artifacts.reports)) assert.ok(promised.includes(path), path)
  for (const line of certify.script) await certifies(line, ['bash', '-eo', 'pipefail', '-c'])
})

test('the steps without the action show annotations and a summary', async () => {
  const steps = yaml('# steps of a job') as unknown as { run: string; if?: string }[]
  const job = new Job()
  const env = { ...environment(), GITHUB_STEP_SUMMARY: join(job.place, 'summary') }
  let output = ''
  for (const { run } of steps) {
    const { code, out } = await job.run(['bash', '-eo', 'pipefail', '-c', inShort(run)], env)
    assert.equal(code, 0, out)
    output += out
  }
  assert.match(output, /^::notice title=svc-conformance%3A conformant::/m)
  assert.match(job.read('summary'), /^## ✅ Inference Gateway API: conformant/)
  assert.equal(steps[1]?.if, 'always()')
})

test('the step of the Jenkins pipeline certifies, and Groovy interpolates no variables into it', async () => {
  const text = snippets.find(({ language }) => language === 'groovy')?.text ?? ''
  const steps = [...text.matchAll(/\bsh (['"])(.*)\1$/gm)]
  assert.deepEqual(
    steps.map(([, quote]) => quote),
    ["'"],
  )
  for (const [, , line = ''] of steps) await certifies(inShort(line), ['sh', '-ec'])
})

test('the commands for known failures run unchanged with the list of the page, whose ids exist', async () => {
  const job = new Job()
  const list = snippets.find(({ text }) => text.startsWith('# known.yaml'))?.text ?? ''
  writeFileSync(join(job.place, 'known.yaml'), list)
  const lines = snippets.filter(({ language, text }) => language === 'sh' && text.includes('--baseline'))
  assert.equal(lines.length, 2)
  for (const { text } of lines) {
    const { code, out } = await job.line(text, environment())
    assert.equal(code, 0, out)
    assert.match(
      out,
      text.includes('known.yaml')
        ? /The baseline is stale: model-id, auth-challenge hold now\. Remove them from it/
        : /CONFORMANT/,
    )
  }
})

test('the commands of a gate run unchanged: the certified revision passes, and another one fails', async () => {
  const job = new Job()
  signingKeys(job.place)
  const [run = '', gate = ''] =
    snippets
      .find(({ section, text }) => section === 'Gate a deployment' && text.includes(' gate '))
      ?.text.split('\n') ?? []
  const REVISION = '0123456789abcdef0123456789abcdef01234567'
  const certified = await job.line(inShort(run), { ...environment(), REVISION })
  assert.equal(certified.code, 0, certified.out)
  const short = gate.replace('profile=core', 'profile=smoke')
  const passed = await job.line(short, { ...environment(), REVISION })
  assert.equal(passed.code, 0, passed.out)
  const refused = await job.line(short, { ...environment(), REVISION: 'another' })
  assert.equal(refused.code, 1, refused.out)
  assert.match(refused.out, /revision=another: its revision is 0123456789abcdef/)
})

test('jobs fetch exactly this version', () => {
  const fetched = [...page.matchAll(/npx --yes (\S+)/g)].map(([, name]) => name)
  assert.ok(fetched.length > 2)
  assert.deepEqual(new Set(fetched), new Set([`./svc-conformance-${version}.tgz`]))
})

test('the workflow uses existing inputs and outputs of the action', () => {
  const { jobs } = yaml('OWNER/svc-conformance') as unknown as {
    jobs: { certify: { steps: { with?: object; env: object; uses?: string }[] } }
  }
  const [step] = jobs.certify.steps
  assert.match(step?.uses ?? '', /\/svc-conformance\/\.github\/actions\/certify@COMMIT$/)
  assert.match(page, new RegExp(`certify@COMMIT # v${version}$`, 'm'))
  for (const name of Object.keys(step?.with ?? {})) assert.ok(Object.hasOwn(action.inputs, name), name)
  assert.deepEqual(Object.keys(step?.env ?? {}), ['SVC_CONFORMANCE_KEY'])
  for (const [, name = ''] of page.matchAll(/steps\.certify\.outputs\.([a-z]+)/g))
    assert.ok(Object.hasOwn(action.outputs, name), name)
})

test('only the steps that sign get the key, and the action gets its inputs', async () => {
  const [step, use] = yaml('# what to sign with') as unknown as [{ run: string }, { with: Record<string, string> }]
  const job = new Job()
  const { code, out } = await job.run(['bash', '-eo', 'pipefail', '-c', step.run], {
    RUNNER_TEMP: job.place,
    SIGNING_KEY: 'of the job',
  })
  assert.deepEqual([code, job.read('key.pem'), out.includes('of the job')], [0, 'of the job\n', false])
  if (process.platform !== 'win32') assert.equal(statSync(join(job.place, 'key.pem')).mode & 0o777, 0o600)
  for (const name of Object.keys(use.with)) assert.ok(Object.hasOwn(action.inputs, name), name)
})

test('the tables name every input with its default, every output, and every setting', () => {
  for (const [name, { default: usual }] of Object.entries(action.inputs)) {
    const [, , documented = ''] = new RegExp(`^\\| \`${name}\` +\\|(.*)\\|(.*)\\|$`, 'm').exec(page) ?? []
    // This is the default of the command, not of the action.
    const expected = name === 'profile' ? 'core' : usual
    assert.equal(documented.trim().replaceAll('`', ''), expected, name)
  }
  for (const name of Object.keys(action.outputs)) assert.match(page, new RegExp(`^\\| \`${name}\` `, 'm'))
  const [, settings = ''] = /other settings as JSON\.((?:[^.]*\.){2})/.exec(page) ?? []
  const named = [...settings.matchAll(/`([a-zA-Z]+)`/g)].map(([, name]) => name)
  assert.throws(
    () => settingsFrom({ SVC_CONFORMANCE_RUN: '{"no such setting at all":1}' }),
    ({ message }: Error) => {
      const [, there = ''] = /there are (.*)$/.exec(message) ?? []
      assert.deepEqual(named.toSorted(), there.split(', ').toSorted())
      return true
    },
  )
})

test('the commands for shards run unchanged, and the merged run certifies', async () => {
  const job = new Job()
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli')
  const text = snippets
    .filter(({ language, section }) => language === 'sh' && ['', 'Over several machines'].includes(section))
    .flatMap(({ text }) => text.split('\n'))
  assert.equal(text.filter((line) => line.includes('npx playwright')).length, 3)
  const here = text
    .join('\n')
    .replaceAll('npx playwright', `"${process.execPath}" "${cli}"`)
    .replace('node_modules/svc-conformance/dist/playwright.config.js', join(root, 'playwright.config.ts'))
  const { code, out } = await job.run(['sh', '-ec', here], {
    ...environment(),
    HOME: process.env.HOME ?? '',
    SVC_CONFORMANCE_RUN: '{"profile":"smoke"}',
  })
  assert.equal(code, 0, out)
  const { conclusion, filtered } = JSON.parse(job.read('out/report.json')) as Report
  assert.deepEqual([conclusion, filtered], ['conformant', false])
})
