import assert from 'node:assert/strict'
import { test } from 'node:test'
import { command, exits, refuses } from '../command.ts'

const ONE = ['run', '--requirement', 'models-list']

test('--quiet prints only the verdict', async () => {
  const { stdout, stderr } = await exits(5, [...ONE, '--quiet'])
  assert.equal(stderr, '')
  assert.match(
    stdout,
    /^HOLDS NOW: the selected requirement: [a-z-]+\.\nOnly a run of the whole profile [^\n]*\n[^\n]*\n$/,
  )
})

test('--verbose adds the counts by section to the usual output', async () => {
  const linesOf = async (more: string[]): Promise<string[]> => {
    const { stdout } = await command([...ONE, ...more])
    return stdout.replace(/^http\S+:\d+ .* s · seed/m, 'URL, requests, seed').split('\n')
  }
  const [plain, verbose] = [await linesOf([]), await linesOf(['--verbose'])]
  const others = plain.filter((line) => !verbose.includes(line))
  assert.match(others.join('\n'), /^1 pass · [^\n]+ · \d+ not selected\b[^\n]*$/)
  assert.ok(verbose.includes('By section'))
})

test('--quiet and --verbose are mutually exclusive', () =>
  refuses([...ONE, '--quiet', '--verbose'], /'--quiet' cannot be used with option '--verbose'/))
