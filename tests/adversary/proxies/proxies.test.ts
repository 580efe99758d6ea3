/** Tests of the table of set-ups, of the problems of a row, and of some rows if nginx is installed. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { crowdLines, isFair, isForCrowds } from './crowd.ts'
import { installed, programOf, programs } from './programs.ts'
import { problemOf, type Row, runRow } from './rows.ts'
import type { Setup } from './setup.ts'
import { setups } from './setups/index.ts'
import { missingLine } from './wording.ts'

/** A set-up that keeps the contract, with HTTP/2 and TLS, and one that breaks it. */
const SOME = ['nginx-h2', 'nginx-own-413-page']

function setupOf(name: string): Setup {
  const setup = setups.find((each) => each.name === name)
  assert.ok(setup, name)
  return setup
}

describe('the table of set-ups', () => {
  it('has at least forty that keep the contract, with some of every proxy', () => {
    const kept = setups.filter(({ outcome }) => outcome.conclusion === 'conformant')
    assert.ok(kept.length >= 40, String(kept.length))
    for (const { proxy } of programs) assert.ok(kept.filter((setup) => setup.proxy === proxy).length >= 5, proxy)
  })

  it('has names that begin with the proxy, each once', () => {
    assert.equal(new Set(setups.map(({ name }) => name)).size, setups.length)
    for (const { name, proxy } of setups) assert.ok(name.startsWith(`${proxy}-`), name)
  })

  it('has streams and JSON compressed by every proxy', () => {
    for (const { proxy } of programs)
      assert.ok(
        setups.some((setup) => setup.proxy === proxy && setup.compresses?.length === 2),
        proxy,
      )
  })
})

it('has as many correct set-ups of each proxy as the documentation says', () => {
  const page = readFileSync(new URL('../../../docs/troubleshooting.md', import.meta.url), 'utf8')
  for (const { proxy } of programs) {
    const kept = setups.filter((setup) => setup.proxy === proxy && setup.outcome.conclusion === 'conformant')
    assert.match(page, new RegExp(`^\\| ${proxy} [\\d.]+ *\\| ${kept.length} `, 'im'))
  }
})

describe('a crowd of runs', () => {
  const conformant = { code: 0, out: '' }

  it('is fair where each run certifies or leaves something open', () => {
    assert.ok(isFair([conformant, { code: 3, out: 'a limit' }]))
    for (const code of [1, 2, 4, null]) assert.ok(!isFair([conformant, { code, out: '' }]), String(code))
    assert.ok(!isFair([]), 'none ran')
  })

  it('is judged by how its runs ended, with the reasons of those that do not certify', () => {
    const lines = crowdLines([conformant, conformant, { code: 1, out: 'request-size\nfails' }])
    assert.deepEqual(lines, ['3 runs of core at once: ended 1 with 1, 2 with 0', '  1: request-size fails'])
  })

  it('goes through plain set-ups of every proxy', () => {
    for (const { proxy } of programs)
      assert.ok(
        setups.some((setup) => setup.proxy === proxy && isForCrowds(setup)),
        proxy,
      )
  })
})

describe('a row', () => {
  const kept: Omit<Row, 'problem'> = {
    setup: setupOf('nginx-unbuffered'),
    conclusion: 'conformant',
    red: new Map(),
    warned: new Map(),
    open: new Map(),
    requests: 640,
    compressed: [],
    seconds: 1,
  }
  const accused: Partial<Row> = { conclusion: 'nonconformant', red: new Map([['error-body', 'a page']]) }
  const open: Partial<Row> = { conclusion: 'incomplete', open: new Map([['internal-500', '200']]) }
  const rows: readonly (readonly [title: string, row: Partial<Row>, problem: RegExp | undefined])[] = [
    ['a correct set-up that is certified', {}, undefined],
    ['a correct set-up that is accused', accused, /nonconformant, and not conformant/],
    ['a correct set-up that is left open', open, /incomplete, and not conformant/],
    ['a wrong set-up that is certified', { setup: setupOf('nginx-own-413-page') }, /conformant, and not nonconf/],
    ['a wrong set-up blamed for something else', { ...accused, setup: setupOf('nginx-cached-list') }, /request-id-u/],
    ['a hidden state that is left open', { ...open, setup: setupOf('nginx-drops-provocation') }, undefined],
    [
      'another state that is left open',
      { conclusion: 'incomplete', setup: setupOf('nginx-drops-provocation') },
      /not left open: internal-500/,
    ],
    ['unrequested compression', { setup: setupOf('nginx-gzip') }, /no application\/json and no text/],
    [
      'compression of both kinds',
      { setup: setupOf('nginx-gzip'), compressed: ['text/event-stream', 'application/json'] },
      undefined,
    ],
  ]
  for (const [title, row, problem] of rows)
    it(`${problem ? 'has a problem' : 'has none'}: ${title}`, () => {
      const found = problemOf({ ...kept, ...row })
      if (problem) assert.match(found ?? '', problem)
      else assert.equal(found, undefined)
    })
})

it('says in one line which programs are missing and how to get them', () => {
  const line = missingLine([programOf('nginx'), programOf('lighttpd')])
  assert.match(line, /^NOT INSTALLED, so NOT RUN: nginx, lighttpd \(apt-get install .* nginx-light lighttpd /)
  assert.doesNotMatch(line, /\n/)
})

describe('runs through nginx', { concurrency: true }, () => {
  if (installed(programOf('nginx')) === undefined)
    it('have nothing to run with', (context) => context.diagnostic(missingLine([programOf('nginx')])))
  else
    for (const name of SOME)
      it(`come out as the table says: ${name}`, async () => {
        const { problem, red } = await runRow(setupOf(name))
        assert.equal(problem, undefined, JSON.stringify([...red]))
      })
})
