import assert from 'node:assert/strict'
import { test } from 'node:test'
import { preparedTables, tableOf } from '../../../../suites/harness/space/table.ts'

for (const { name, make } of preparedTables) {
  test(`${name} is what is made on the spot, row by row`, () => {
    const depth = name === 'table-2.json' ? 2 : 3
    const rows = JSON.parse(make()) as number[][]
    assert.deepEqual(
      tableOf(depth).map((row) => Object.values(row)),
      rows,
    )
    assert.ok(rows.length > 50)
  })
}
