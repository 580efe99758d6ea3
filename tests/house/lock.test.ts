import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

interface Locked {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly optionalDependencies?: Record<string, string>
}

const LOCKS = ['package-lock.json', 'packaging/site/package-lock.json'].map((path) => {
  const text = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
  return (JSON.parse(text) as { readonly packages: Record<string, Locked> }).packages
})

// An install on one platform may drop the binaries of the others from the lock file: `npm ci` then fails everywhere.
test('each lock file has every binary of every platform', () => {
  const missing = LOCKS.flatMap((packages) =>
    Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
      ),
    ),
  )
  assert.deepEqual(missing, [])
})

test('no lock file names a registry, so that users can use their own', () => {
  assert.deepEqual(
    LOCKS.flatMap(Object.entries<Locked>).flatMap(([path, { resolved }]) => (resolved ? [`${path} ${resolved}`] : [])),
    [],
  )
})

/** Packages that npm would install without verifying a checksum. */
function unchecked(all: Readonly<Record<string, Locked>>): string[] {
  return Object.entries(all).flatMap(([path, { version, integrity = '' }]) =>
    path === '' || /^sha512-[\w+/]{86}==$/.test(integrity) ? [] : [`${path} ${version}`],
  )
}

test('each lock file has a checksum of every package, on every platform', () => {
  assert.deepEqual(LOCKS.flatMap(unchecked), [])
})

test('finds packages without a checksum, or with a weak or truncated one', () => {
  const version = '1.0.0'
  const made = {
    '': { version },
    a: { version },
    b: { version, integrity: 'sha1-x' },
    c: { version, integrity: 'sha512-x==' },
  }
  assert.deepEqual(unchecked(made), ['a 1.0.0', 'b 1.0.0', 'c 1.0.0'])
})
