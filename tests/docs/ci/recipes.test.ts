import assert from 'node:assert/strict'
import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { Job } from '../../integration/action/job.ts'
import { mockForFile } from '../../mock/asking.ts'
import { inShort, snippetsOf } from '../snippets.ts'

const PAGE = 'docs/recipes.md'
const snippets = snippetsOf(PAGE)
const block = (section: string, language: string): string =>
  snippets.find((each) => each.section === section && each.language === language)?.text ?? assert.fail(section)

const mock = await mockForFile()

/** A job with a fake `gh`, which records its arguments and reports no issues. */
function jobWithGh(): Job {
  const job = new Job()
  const gh = join(job.place, 'programs/gh')
  writeFileSync(gh, `#!/bin/sh\necho "$@" >>"${job.place}/gh.txt"\n`)
  chmodSync(gh, 0o755)
  writeFileSync(join(job.place, 'known.yaml'), '[]\n')
  return job
}

/** Runs lines as a CI does, but as smoke runs, since deep runs take minutes. */
async function runs(
  job: Job,
  text: string,
  url: string,
): Promise<{ readonly code: number | null; readonly out: string }> {
  const script = inShort(text.replaceAll(' --depth 3', ''))
  const SSO = { SSO_COOKIE: 'session=not-a-real-secret', ACCESS_SECRET: 'not-a-real-secret-either', PR_NUMBER: '7' }
  const env = { BASE_URL: url, SVC_CONFORMANCE_KEY: mock.demo.valid, ...SSO }
  return await job.run(['bash', '-eo', 'pipefail', '-c', script], env)
}

interface Step {
  readonly run?: string
  readonly if?: string
}

test('the nightly job of GitHub passes, and opens an issue with the summary on a new failure', async () => {
  const { jobs } = parse(block('Every night, deep, with known failures', 'yaml')) as {
    readonly jobs: { readonly certify: { readonly steps: readonly Step[] } }
  }
  const steps = jobs.certify.steps.flatMap(({ run }) => (run === undefined || run === 'npm ci' ? [] : [run]))
  const [certify = '', issue = ''] = steps
  assert.equal(steps.length, 2)
  const job = jobWithGh()
  assert.equal((await runs(job, certify, mock.url)).code, 0)
  assert.equal((await runs(job, certify, `${mock.url}/faults/model-id-null`)).code, 1)
  assert.match(job.read('out/summary.md'), /model-id/)
  assert.equal((await runs(job, issue, mock.url)).code, 0)
  assert.match(job.read('gh.txt'), /issue create --title .* --body-file out\/summary\.md/)
})

test('the nightly job of GitLab certifies, and exit code 3 does not fail it', async () => {
  const text = snippets.find(({ text }) => text.startsWith('nightly:'))?.text ?? ''
  const { nightly } = parse(text) as { readonly nightly: { script: string[]; allow_failure: { exit_codes: number[] } } }
  const { code, out } = await runs(jobWithGh(), nightly.script.join('\n'), mock.url)
  assert.equal(code, 0, out)
  assert.deepEqual(nightly.allow_failure.exit_codes, [3])
})

test('a failed run still leaves a comment', async () => {
  const job = jobWithGh()
  const { code, out } = await runs(job, block('A comment on a pull request', 'sh'), `${mock.url}/faults/model-id-null`)
  assert.equal(code, 0, out)
  assert.match(job.read('gh.txt'), /^pr comment 7 .*--body-file out\/summary\.md/)
})

test('badge, page and certificate are in one folder, and the certificate can be verified offline', async () => {
  const job = new Job()
  assert.equal((await runs(job, block('Badge and report on a page', 'sh'), mock.url)).code, 0)
  assert.match(job.read('site/badge.svg'), /^<svg/)
  assert.match(job.read('site/index.html'), /Valid until/)
  const { code, out } = await runs(job, block('Without a network', 'sh'), 'http://127.0.0.1:9')
  assert.equal(code, 0, out)
})

test('init writes a target file for full that reads the five secrets of the page', async () => {
  const job = new Job()
  const text = block('The profile full with five secrets', 'sh')
  const { out } = await runs(job, `export SVC_KEY=${mock.demo.valid}\n${text.replace(/^.* plan .*$/m, '')}`, mock.url)
  const page = readFileSync(join(import.meta.dirname, '../../..', PAGE), 'utf8')
  const named = [...page.matchAll(/`(SVC_KEY\w*)`/g)].map(([, name = '']) => name)
  assert.equal(named.length, 5)
  for (const name of named) assert.ok(job.read('full.yaml').includes(name), `${name}\n${out}`)
})

test('compares the runs of yesterday and today', async () => {
  const job = new Job()
  const text = block('Compare with yesterday', 'sh')
  const [first = ''] = text.split('\n')
  await runs(job, first, mock.url)
  cpSync(join(job.place, 'today'), join(job.place, 'yesterday'), { recursive: true })
  assert.equal((await runs(job, text, mock.url)).code, 0)
  assert.equal((await runs(job, text, `${mock.url}/faults/model-id-null`)).code, 1)
  assert.match(job.read('changes.md'), /model-id/)
})

test('sends sign-on headers, and writes their values to no file', async () => {
  const job = new Job()
  const { code, out } = await runs(job, block('Behind single sign-on or mutual TLS', 'sh'), mock.url)
  assert.equal(code, 0, out)
  assert.doesNotMatch(out + job.read('out/report.json') + job.read('out/report.html'), /not-a-real-secret/)
})
