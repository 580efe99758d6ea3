/** A test reporter that writes failed tests to a separate pipe, because some tests capture their own output. */
import { writeSync } from 'node:fs'
import type { TestEvent } from 'node:test/reporters'

/** The file descriptor of that pipe. */
const FAILURES = 3

// biome-ignore lint/correctness/useYield: a reporter has to be a generator
export default async function* (events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) if (type === 'test:fail') writeSync(FAILURES, `${data.name}\n`)
}
