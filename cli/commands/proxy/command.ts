/** `svc-conformance proxy`: forwards traffic until a signal arrives, and reports findings in it. */
import { WriteError } from '../../../reporters/formats/whole-file.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { hideKeys } from '../../../suites/harness/http/redact.ts'
import { printable, shown } from '../../../suites/harness/text/printable.ts'
import { exitCodes } from '../../exit-codes.ts'
import { writeNamed } from '../../files.ts'
import { recordingOf } from '../recording/write.ts'
import { openAdmin } from './admin.ts'
import { tlsOf } from './path/listening.ts'
import { listenFor } from './path/server.ts'
import { upstreamAt } from './path/upstream.ts'
import { JudgedTraffic, linesOf, trafficReportText } from './proxy.ts'
import { adminTokenOf, gatewayOf, type ProxyOptions } from './settings.ts'

const WEEK = 7 * 86_400_000
/** The minimum of milliseconds between two equal sentences in the log. */
const QUIET = 10_000

/** Returns a function that writes a sentence to the log, unless it wrote the same one recently. */
function logger(): (sentence: string) => void {
  const last = new Map<string, number>()
  return (sentence) => {
    const kind = sentence.slice(0, 60)
    if (Date.now() - (last.get(kind) ?? Number.NEGATIVE_INFINITY) < QUIET) return
    if (last.size > 100) last.clear()
    last.set(kind, Date.now())
    process.stderr.write(`${hideKeys(printable(sentence, 500))}\n`)
  }
}

/** @throws UsageError when it cannot listen */
function notListening(error: NodeJS.ErrnoException, port: number, host: string): never {
  throw new UsageError(
    `cannot listen at port ${port} of ${host} (${error.code ?? error.message}); choose another port or address`,
  )
}

/** Forwards traffic until a signal arrives, and gives the exit code. @throws UsageError */
export async function proxyCommand(options: ProxyOptions): Promise<number> {
  const { port, host, report: file, every, keepBodies: folder, keepFiles: files, keepFor: age = WEEK, grace } = options
  const { baseUrl, network, target } = gatewayOf(options)
  const tls = tlsOf(options)
  const token = options.adminPort === undefined ? undefined : adminTokenOf(options)
  const news = logger()
  const upstream = upstreamAt(baseUrl, network)
  const traffic = new JudgedTraffic({
    ...options,
    target,
    keep: folder === undefined ? undefined : { folder, files, age },
    record: recordingOf(options),
    news,
  })
  const write = async (): Promise<void> => {
    if (file === undefined) return
    try {
      writeNamed(file, `${trafficReportText(traffic, await traffic.summary())}\n`)
    } catch (error) {
      if (!(error instanceof WriteError || error instanceof UsageError)) throw error
      news(`The report is not written: ${error.message}. Traffic goes on.`)
    }
  }
  try {
    const failed = (error: Error): void =>
      news(`The gateway cannot be reached: ${error.message}. Clients get 503 with Proxy-Status.`)
    const server = await listenFor(
      { upstream, isMirrored: options.mirrored, tap: (passing) => traffic.tap(passing), failed },
      { port, host, tls },
    ).catch((error: Error) => notListening(error, port, host))
    const { adminPort, adminHost } = options
    const admin =
      adminPort === undefined
        ? undefined
        : await openAdmin(traffic, { port: adminPort, host: adminHost, token }).catch((error: Error) =>
            notListening(error, adminPort, adminHost),
          )
    // Listen for signals before printing, because a signal may follow the first line at once.
    const ended = new Promise<void>((resolve) => {
      let draining: Promise<void> | undefined
      const end = (): void => {
        if (!draining) news(`The proxy is shutting down: open responses have ${grace} s, or until another signal.`)
        draining = server.drain(draining ? 0 : grace * 1000)
        draining.then(resolve)
      }
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end)
    })
    process.stdout.write(shown(`The proxy listens at ${server.url} and passes traffic to ${baseUrl}\n`))
    if (admin) process.stdout.write(`The admin port is ${admin.url}\n`)
    const timer = every === undefined ? undefined : setInterval(() => void write(), every)
    await ended
    clearInterval(timer)
    const summary = await traffic.summary()
    await write()
    admin?.close()
    process.stdout.write(shown(`${linesOf(traffic, summary).join('\n')}\n`))
    if (!summary || summary.judged === 0) return exitCodes.incomplete
    return summary.requirements.some(({ verdict, level }) => verdict === 'broken' && level === 'must')
      ? exitCodes.nonconformant
      : exitCodes.conformant
  } finally {
    await Promise.all([traffic.thread.close(), upstream.close()])
  }
}
