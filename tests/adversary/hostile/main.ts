/**
 * Attacks the command with every hostile target, and writes the tables of out/hostile-targets.md. With names of targets
 * as arguments, it attacks only with those, and writes nothing.
 */
import { writeOut } from '../../prove/publish.ts'
import { Arena } from './arena.ts'
import { type Attack, LIMITS } from './attack.ts'
import { attackByCommand, type GivenLimits } from './by-command.ts'
import { fallsShort, fallsShortByDefault, isForDefaults, MAX_MEMORY } from './outcome.ts'
import { type Hostile, hostileTargets } from './targets/index.ts'

/** The number of concurrent runs; higher with default limits, under which most runs wait. */
const AT_ONCE = { small: 3, byDefault: 6 }

const SMALL: GivenLimits = { requests: 400, time: `${LIMITS.time / 1000}s`, timeout: `${LIMITS.timeout}ms` }

/** The result of each run, in the order of the targets. */
async function attackEach(targets: readonly Hostile[], atOnce: number, limits?: GivenLimits): Promise<Attack[]> {
  const attacks = new Map<string, Attack>()
  const waiting = targets.values()
  const work = async (): Promise<void> => {
    using arena = new Arena()
    for (const target of waiting) {
      const attack = await attackByCommand(target, arena, limits)
      attacks.set(target.name, attack)
      process.stdout.write(`${row(attack)}\n`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return targets.flatMap(({ name }) => attacks.get(name) ?? [])
}

function row({ name, does, conclusion, exit, requests, took, memory }: Attack): string {
  return `| ${name} | ${does} | ${conclusion} | ${exit} | ${requests} | ${(took / 1000).toFixed(1)} | ${memory} |`
}

const HEAD = ['| target | what it does | conclusion | exit | requests | s | MiB |', '|---|---|---|---|---|---|---|']

const named = process.argv.slice(2)
const small = named.length > 0 ? [] : await attackEach(hostileTargets, AT_ONCE.small, SMALL)
const isChosen = ({ name }: Hostile): boolean => (named.length > 0 ? named.includes(name) : isForDefaults(name))
const byDefault = await attackEach(hostileTargets.filter(isChosen), AT_ONCE.byDefault)
for (const what of [...small.flatMap(fallsShort), ...byDefault.flatMap(fallsShortByDefault)]) {
  process.stdout.write(`${what}\n`)
  process.exitCode = 1
}
const text = [
  '# Hostile targets',
  '',
  'What a run of profile core comes to against targets that do their worst, by the command as a user starts it. None is ever',
  'certified, no redirect is followed, and the key is found nowhere afterwards. Seconds are those of the whole command, and MiB are',
  `what its process took at the most, all of Node included: never more than ${MAX_MEMORY}.`,
  'Written by `npm run hostile`.',
  '',
  '## With small limits',
  '',
  `Each run may send ${SMALL.requests} requests and take ${LIMITS.time / 1000} s, and each exchange ${LIMITS.timeout} ms.`,
  '',
  ...HEAD,
  ...small.map(row),
  '',
  '## With the limits of a user who names none',
  '',
  'A target that no longer responds ends the run, whatever it hangs at: after three plain valid requests without a response, in less',
  'than 90 s. No requirement fails on a response that never ended; what was wrong before still counts.',
  '',
  ...HEAD,
  ...byDefault.map(row),
  '',
].join('\n')
if (named.length === 0) {
  await writeOut('hostile-targets.md', text)
  process.stdout.write(`${small.length} hostile targets; the tables are in out/hostile-targets.md\n`)
}
