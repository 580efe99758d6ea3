/** Slow streams, in a separate process: opens many at once and measures how late each event is. */
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { latencies } from './latencies.ts'

export interface Streams {
  readonly port: number
  readonly request: string
  readonly count: number
  /** Milliseconds between two events. */
  readonly gap: number
  /** Opens another stream when one has ended, until the parent exits; aborts every tenth midway. */
  readonly endless?: boolean
}

/** Their outcome. */
export interface StreamsEnd {
  readonly complete: number
  readonly failed: number
  /** Reads that held more than one event: 0 means that each event was sent separately and on time. */
  readonly merged: number
  /** Lateness of an event after its pause, in microseconds. */
  readonly p50: number
  readonly p99: number
}

/** The number of connections opened in one turn of the event loop. */
const BATCH = 100
/** One endless stream in this many is aborted midway. */
const LEFT = 10

const { port, request, count, gap, endless } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Streams
const bytes = Buffer.from(request)
// All connections share it, because each read is inspected before the next one.
const buffer = Buffer.alloc(65_536)
let [begun, open, complete, failed, merged] = [0, 0, 0, 0, 0]

function stream(): void {
  const leaves = endless === true && ++begun % LEFT === 0
  let [last, over] = [0, false]
  const read = (length: number): boolean => {
    const text = buffer.toString('latin1', 0, length)
    const events = text.split('data: ').length - 1
    const now = performance.now()
    if (events > 0) {
      if (last === 0 && ++open === count) process.send?.('open')
      if (last !== 0) latencies.add(Math.max(0, now - last - gap))
      if (last !== 0 && events > 1) merged++
      last = now
      if (leaves) socket.resetAndDestroy()
    }
    over ||= text.endsWith('0\r\n\r\n')
    if (over) socket.end()
    return true
  }
  const socket = connect({ port, host: '127.0.0.1', onread: { buffer, callback: read } }, () => socket.write(bytes))
  socket.on('error', () => {})
  socket.on('close', () => {
    if (over) complete++
    else if (!leaves) failed++
    if (endless) stream()
    else if (complete + failed === count) report()
  })
}

function report(): void {
  const [p50, p99] = [latencies.at(0.5), latencies.at(0.99)]
  process.send?.({ complete, failed, merged, p50, p99 } satisfies StreamsEnd)
}

function openFrom(at: number): void {
  for (let one = at; one < Math.min(count, at + BATCH); one++) stream()
  if (at + BATCH < count) setImmediate(openFrom, at + BATCH)
}

process.on('disconnect', () => process.exit())
process.on('message', (question) => {
  if (question === 'begin') openFrom(0)
  if (question === 'count') process.send?.({ complete, failed, merged, p50: 0, p99: 0 } satisfies StreamsEnd)
})
process.send?.('ready')
