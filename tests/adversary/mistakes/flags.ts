/** Wrong values for the flags of `run`, against a conforming mock. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { command, folder as emptyFolder } from '../../cli/command.ts'
import type { Outcome } from './outcome.ts'
import { correctDraft, type World } from './values.ts'

type FlagMistake = ReturnType<typeof flagMistakes>[number]

const ALWAYS = { empty: '', 'a variable that was not replaced': '$VALUE' }
const NUMBERS = { ...ALWAYS, zero: '0', 'below zero': '-1', 'a text': 'many', huge: '99999999999999999999' }
const TIMES = { ...ALWAYS, 'another unit': '30 days', zero: '0', 'a text': 'soon' }
const NAMES = { ...ALWAYS, 'no such name': 'nonsense', 'two commas': 'a,,b', capitals: 'CORE' }
const FILES = { ...ALWAYS, 'no such folder': 'no/such/folder/file.json' }
/** Files with other content than expected. */
const INPUTS = { ...FILES, 'the target file': 'target.yaml', 'a file without text': 'empty.pem' }

/** Wrong values, keyed by flag. */
export function wrongFlags({ url, closedPort }: World): Record<string, Record<string, string>> {
  return {
    '--base-url': {
      ...ALWAYS,
      'no scheme': url.replace('http://', ''),
      'a path too much': `${url}/api`,
      '/v1': `${url}/v1`,
      'a closed port': `http://127.0.0.1:${closedPort}`,
      'with a target file': url,
    },
    '--target': { ...INPUTS, 'a certificate': 'ca.pem' },
    '--header': {
      ...ALWAYS,
      'no value': 'x-a',
      'a header of the client': 'authorization: Bearer x',
      'a line break': 'x: a\nb',
    },
    '--about': { ...ALWAYS, 'no value': 'version', 'another name': 'nonsense=1' },
    '--requests': { ...NUMBERS, one: '1' },
    '--rate': NUMBERS,
    '--repeat': NUMBERS,
    '--concurrency': NUMBERS,
    '--workers': NUMBERS,
    '--timeout': { ...TIMES, 'very short': '100ms' },
    '--profile': NAMES,
    '--set': NAMES,
    '--suite': NAMES,
    '--requirement': NAMES,
    '--check': NAMES,
    '--seed': NUMBERS,
    '--challenge': { ...ALWAYS, 'too short': 'nonce', 'a space': 'a nonce of the verifier' },
    // A run without a certificate is refused, because --revisit needs one.
    '--revisit': { ...TIMES, 'two times and a blank': '1ms, 2ms' },
    '--runs': NUMBERS,
    '--depth': NUMBERS,
    '--failed': INPUTS,
    '--out': { ...ALWAYS, 'a file': 'target.yaml' },
    '--reporter': NAMES,
    '--transcript': FILES,
    '--certificate': FILES,
    '--test-result': FILES,
    '--sign-key': INPUTS,
    '--valid-for': NUMBERS,
    '--baseline': INPUTS,
    '--waivers': INPUTS,
    '--wait': TIMES,
  }
}

/** Mistakes; `member` is the wrong flag, such as `--rate`. */
export function flagMistakes(world: World) {
  return Object.entries(wrongFlags(world)).flatMap(([flag, values]) =>
    Object.entries(values).map(([what, value]) => {
      const named = flag === '--target' || (flag === '--base-url' && what !== 'with a target file')
      const target = named ? [] : ['--target', 'target.yaml']
      const profile = flag === '--profile' ? [] : ['--profile', 'smoke']
      const more = flag === '--sign-key' ? ['--test-result', 'result.json'] : []
      return { member: flag, what, args: ['run', ...target, ...profile, ...more, `${flag}=${value}`] }
    }),
  )
}

/** Runs the command in a folder with the correct target file. */
export async function outcomeOfFlags({ args }: FlagMistake, world: World): Promise<Outcome> {
  const cwd = emptyFolder()
  writeFileSync(join(cwd, 'target.yaml'), stringify(correctDraft(world)))
  writeFileSync(join(cwd, 'empty.pem'), '')
  writeFileSync(join(cwd, 'ca.pem'), '-----BEGIN CERTIFICATE-----\n')
  const { code, stdout, stderr } = await command(args, { cwd, env: { SVC_CONFORMANCE_KEY: world.demo.valid } })
  if (code !== 0 && code !== 1 && code !== 2 && code !== 3)
    throw new Error(`${args.join(' ')}: exit ${code}\n${stderr}`)
  return { code, said: stderr === '' ? stdout.trim().split('\n').slice(-3).join(' ') : stderr.trim() }
}
