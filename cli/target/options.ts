/** The options that name a target and how it is asked, for every command that has one. */
import type { Command } from 'commander'
import { anyNumber, duration, repeated, wholeNumber } from '../option-values.ts'

/** `--base-url`, `--target` and `--header`. */
export function withTarget(command: Command): Command {
  return command
    .option('--base-url <url>', 'the gateway, without /v1; the key comes from SVC_CONFORMANCE_KEY')
    .option('--target <file>', 'a target file (YAML)')
    .option(
      '--header <header>',
      "a header for what stands in front of the gateway, sent with every request: 'name: ${NAME}' reads the environment",
      repeated,
    )
}

/** The limits of a target file as options, which win over it. */
export function withLimits(command: Command): Command {
  return command
    .option('--requests <number>', 'the most requests in all (limits.requests)', wholeNumber(1, 1_000_000))
    .option('--rate <number>', 'the most requests a second (limits.rate)', anyNumber(0.01, 10_000))
    .option('--concurrency <number>', 'requests at the same time (limits.concurrency)', wholeNumber(1, 256))
    .option('--workers <number>', 'another name of --concurrency', wholeNumber(1, 256))
    .option('--timeout <time>', 'how long one exchange may take, such as 30s (limits.timeout)', duration(100, 600_000))
}
