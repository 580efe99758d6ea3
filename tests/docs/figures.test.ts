import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { listFaults, listVariants } from '../../mock/index.ts'
import { nullServers } from '../adversary/null-servers/index.ts'
import { root } from './snippets.ts'

interface Matrix {
  readonly figures: Readonly<
    Record<'faults' | 'killed' | 'killedExactly' | 'variants' | 'green' | 'nullServers' | 'undeserved', number>
  >
}

it('the figures of the README are those of the published matrix, which knows every fault, variant and null server', () => {
  const { figures } = JSON.parse(readFileSync(`${root}docs/kill-matrix.json`, 'utf8')) as Matrix
  // However a formatter pads its tables.
  const readme = readFileSync(`${root}README.md`, 'utf8').replaceAll(/ +/g, ' ')
  assert.ok(
    readme.includes(
      `| faults | ${figures.faults} | ${figures.killed} killed, ${figures.killedExactly} killed exactly |`,
    ),
  )
  assert.ok(readme.includes(`| variants | ${figures.variants} | ${figures.green} green |`))
  assert.ok(readme.includes(`| null servers | ${figures.nullServers} | undeserved passes: ${figures.undeserved} |`))
  assert.equal(figures.faults, listFaults().length)
  assert.equal(figures.variants, listVariants().length)
  assert.equal(figures.nullServers, nullServers.length)
})
