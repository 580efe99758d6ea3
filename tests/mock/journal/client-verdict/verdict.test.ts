import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mockForFile } from '../../asking.ts'
import { MODEL } from './clients.ts'
import { type Client, type Row, rows } from './rows.ts'

const mock = await mockForFile()

describe('the verdict', () => {
  async function findings(client: Client, { options, steps = [] }: Row): Promise<string[]> {
    const project = mock.project({ models: [MODEL], ...options })
    project.next(...steps)
    await client({ mock, project })
    return project.verdict().findings.map(({ level, id }) => `${level} ${id}`)
  }

  for (const row of rows) {
    const expected = `${row.level ?? 'breach'} ${row.finding}`
    it(`reports ${expected} for a client that causes it, and nothing for one that does not`, async () => {
      assert.deepEqual(await findings(row.bad, row), [expected])
      assert.deepEqual(await findings(row.good, row), [])
    })
  }
})
