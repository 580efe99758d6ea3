import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { listFaults, listVariants } from '../../mock/index.ts'
import { nullServers } from '../adversary/null-servers/index.ts'
import { root } from './snippets.ts'

// That they are killed, green and without undeserved passes is what `npm run prove` holds, row by row.
it('the figures of the README count every fault, variant and null server', () => {
  const [faults, variants] = [listFaults().length, listVariants().length]
  // However a formatter pads its tables.
  const readme = readFileSync(`${root}README.md`, 'utf8').replaceAll(/ +/g, ' ')
  assert.ok(readme.includes(`| faults | ${faults} | ${faults} killed, ${faults} killed exactly |`))
  assert.ok(readme.includes(`| variants | ${variants} | ${variants} green |`))
  assert.ok(readme.includes(`| null servers | ${nullServers.length} | undeserved passes: 0 |`))
})
