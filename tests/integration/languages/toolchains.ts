/** The languages of the examples, and the runtimes of the mock, with what has to be installed for each. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

interface Toolchain {
  /** A program and its arguments that succeed if everything is installed. */
  readonly probe: readonly [string, ...string[]]
  /** A folder that has to exist, too. */
  readonly folder?: string
  readonly install: string
}

export const python = process.env.PYTHON ?? 'python3'

export const toolchains = {
  pytest: { probe: [python, '-c', 'import pytest'], install: 'Python 3.9 or newer, and pip install pytest' },
  openai: {
    probe: [python, '-c', 'import pytest, openai'],
    install: 'Python 3.9 or newer, and pip install -r examples/pytest/requirements.txt',
  },
  scenarios: { probe: [python, '-c', 'import openai'], install: 'Python 3.9 or newer, and pip install openai' },
  'containers-python': {
    probe: [python, '-c', 'import pytest, testcontainers'],
    install: 'Python 3.9 or newer, and pip install -r examples/pytest/requirements.txt',
  },
  go: { probe: ['go', 'version'], install: 'Go 1.23 or newer, from https://go.dev' },
  java: {
    probe: ['mvn', '--version'],
    // Without this folder, the test would download everything that Maven needs.
    folder: join(homedir(), '.m2/repository/org/junit/jupiter/junit-jupiter'),
    install: 'a JDK of version 17 or newer and Maven, and fetch: mvn --file examples/java/pom.xml test -DskipTests',
  },
  bun: { probe: ['bun', '--version'], install: 'Bun 1.4 or newer: npm install --global bun' },
  deno: { probe: ['deno', '--version'], install: 'Deno 2.9 or newer: npm install --global deno' },
  'containers-go': {
    probe: ['go', 'version'],
    folder: join(homedir(), 'go/pkg/mod/github.com/testcontainers'),
    install: 'Go 1.26 or newer, and fetch: go -C examples/testcontainers-go mod download',
  },
  'containers-java': {
    probe: ['mvn', '--version'],
    folder: join(homedir(), '.m2/repository/org/testcontainers/testcontainers'),
    install:
      'a JDK of version 17 or newer and Maven, and fetch: mvn --file examples/testcontainers-java/pom.xml test-compile',
  },
} as const satisfies Record<string, Toolchain>

export type Language = keyof typeof toolchains

/** The language of a test, from its file name. */
export function languageOf(path: string): Language | undefined {
  const [, name = ''] = /^tests\/integration\/languages\/([\w-]+)\.test\.ts$/.exec(path) ?? []
  return Object.hasOwn(toolchains, name) ? (name as Language) : undefined
}

/** The user's environment, in which toolchains find their caches, without variables of Node's test runner. */
export const environment = (): Record<string, string> => {
  const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...rest } = process.env
  return Object.fromEntries(Object.entries(rest).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** Why the tests of a language cannot run here; undefined when they can. PYTHON names another interpreter than python3. */
export function whyNot(language: Language): string | undefined {
  const { probe, folder = '.', install }: Toolchain = toolchains[language]
  if (process.platform === 'win32')
    return `NO ${language}: the examples start npx as a program, which Windows does not.`
  const [program, ...args] = probe
  const { status } = spawnSync(program, args, { stdio: 'ignore', env: environment() })
  return status === 0 && existsSync(folder) ? undefined : `TOOLCHAIN MISSING for ${language}: install ${install}.`
}
