/** Options of several commands: the target, the limits, the extent of a run, and a recording. */
import { type Command, Option } from 'commander'
import { profiles } from '../../suites/harness/catalogue/profiles.ts'
import { anyNumber, choosing, duration, names, repeated, timeSpan, wholeNumber } from '../option-values.ts'

/** The target, and `--identify`. */
export const withTarget = (command: Command): Command =>
  withPlainTarget(command).option('--identify', 'name svc-conformance as the user agent of every request (identify)')

/** `--base-url`, `--target` and `--header`, for requests that never identify themselves. */
export const withPlainTarget = (command: Command): Command =>
  command
    .optionsGroup('Target:')
    .option('--base-url <url>', 'the gateway, without /v1; the key comes from SVC_CONFORMANCE_KEY')
    .option('--target <file>', 'a target file (YAML)')
    .option(
      '--header <header>',
      "a header for a proxy in front of the gateway, sent with every request: 'name: ${NAME}' reads the environment",
      repeated,
    )

/** The limits of a target file as options, which override it. */
export const withLimits = (command: Command): Command =>
  command
    .optionsGroup('Limits:')
    .option('--requests <number>', 'maximum number of requests (limits.requests)', wholeNumber(1, 1_000_000))
    .option('--rate <number>', 'maximum requests per second (limits.rate)', anyNumber(0.01, 10_000))
    .option('--concurrency <number>', 'concurrent requests (limits.concurrency)', wholeNumber(1, 256))
    .option('--workers <number>', 'alias of --concurrency', wholeNumber(1, 256))
    .option('--timeout <time>', 'the time limit of one exchange, such as 30s (limits.timeout)', duration(100, 600_000))

/**
 * The extent of a run: the profile, a part of it, and the options that decide its requests. @param usual the default profile,
 * in words
 */
export const withExtent = (command: Command, usual: string): Command =>
  command
    .optionsGroup('What runs:')
    .addOption(choosing(new Option('--profile <name>', `what the run has to show (default: ${usual})`), profiles))
    .option('--set <name>', 'the set that scores, such as 1.0.0-1 (default: the newest effective one)')
    .option('--suite <names>', 'only these suites', names)
    .option('--requirement <ids>', 'only these requirements', names)
    .option('--check <ids>', 'only these checks', names)
    .option('--seed <number>', 'repeat the requests of the run with this seed', wholeNumber(0, Number.MAX_SAFE_INTEGER))
    .option('--runs <number>', 'multiply the number of generated requests by this (default: 1)', wholeNumber(1, 10_000))
    .option(
      '--depth <number>',
      'combine request variations in pairs (2, the default) or in triples (3)',
      wholeNumber(2, 3),
    )

/** `--record` and how it records. */
export const withRecording = (command: Command): Command =>
  command
    .option(
      '--record <file>',
      'write the responses as a recording (YAML), which mock --replay reads; texts become filler',
    )
    .option('--keep-text', 'keep the texts of recorded responses')
    .option('--record-for <span>', 'how long the recording may be replayed (default: 30d)', timeSpan)
