import { readdirSync } from 'node:fs'
import { root } from './snippets.ts'

export const pages: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  '.github/SECURITY.md',
  ...readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`),
  ...readdirSync(`${root}examples`, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(^|\/)README\.md$/.test(name) && !name.includes('node_modules'))
    .map((name) => `examples/${name}`),
]
