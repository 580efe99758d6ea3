import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

interface Locked {
  readonly version?: string
  readonly resolved?: string
  readonly optionalDependencies?: Record<string, string>
}

const { packages } = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
  readonly packages: Record<string, Locked>
}

// An install on one platform may leave out the binaries of the others, and then `npm ci` fails everywhere.
test('the lock file has every binary of every platform', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  )
  assert.deepEqual(missing, [])
})

test('the lock file names no registry, so that each user takes their own', () => {
  assert.deepEqual(
    Object.entries(packages).flatMap(([path, { resolved }]) => (resolved ? [`${path} ${resolved}`] : [])),
    [],
  )
})
