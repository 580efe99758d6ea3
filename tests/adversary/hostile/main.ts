/** Attacks the harness with every hostile target and writes the table of docs/hostile-targets.md. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Attack, LIMITS } from './attack.ts'
import { attackAll } from './attacks.ts'
import { hostileTargets } from './index.ts'
import { fallsShort } from './outcome.ts'

const PAGE = fileURLToPath(new URL('../../../docs/hostile-targets.md', import.meta.url))

function row({ name, does, conclusion, exit, requests, took, memory }: Attack): string {
  return `| ${name} | ${does} | ${conclusion} | ${exit} | ${requests} | ${(took / 1000).toFixed(1)} | ${memory} |`
}

const found = await attackAll()
const attacks = hostileTargets.flatMap(({ name }) => found.get(name) ?? [])
for (const what of attacks.flatMap(fallsShort)) {
  process.stdout.write(`${what}\n`)
  process.exitCode = 1
}
const text = [
  '# Hostile targets',
  '',
  'What a run of profile core comes to against targets that do their worst. Each run may take',
  `${LIMITS.time / 1000} s and each exchange ${LIMITS.timeout} ms. None is ever certified, no redirect is followed, and the key`,
  'is found nowhere afterwards. Seconds are those from the first request to the verdict; MiB are what the process',
  'took beyond what it had before. Written by `npm run hostile`.',
  '',
  '| target | what it does | conclusion | exit | requests | s | MiB |',
  '|---|---|---|---|---|---|---|',
  ...attacks.map(row),
  '',
].join('\n')
writeFileSync(PAGE, text)
process.stdout.write(`${attacks.length} hostile targets; the table is docs/hostile-targets.md\n`)
