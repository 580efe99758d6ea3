/** The description of a format, separate from formats.ts, so that `--help` need not load the code of the formats. */
interface Format {
  /** The file that holds it, next to the report. */
  readonly file: string
  /** The readers of the format. `npm run tables` writes this and the next members into docs/reports.md. */
  readonly for: string
  /** Where the file shows the declarations about the target. */
  readonly declared: string
  /** Whether it shows the expiry of the run's certificate, if there is one. */
  readonly badge?: true
}

/** The formats that derive from a report. */
export const FORMATS = {
  json: {
    file: 'report.json',
    for: 'programs; it follows [a schema](../schemas/formats/report.schema.json)',
    declared: '`target.declared.about`; absent where nothing is declared',
  },
  html: {
    file: 'report.html',
    for: 'people; one file that needs no network',
    declared: 'below the target, and under "Details of the run"',
  },
  junit: {
    file: 'junit.xml',
    for: 'CI systems: a section of the contract is a suite, a requirement is a test',
    declared: 'properties of each suite, such as `declared.version`',
  },
  markdown: {
    file: 'summary.md',
    for: 'job summaries, comments on pull requests',
    declared: 'the paragraph `Declared`',
  },
  ctrf: {
    file: 'ctrf.json',
    for: 'tools that read the Common Test Report Format',
    declared: '`results.extra.declared`',
  },
  badge: {
    file: 'badge.json',
    for: 'a badge service (shields.io endpoint)',
    declared: 'nowhere: shields.io rejects members that it does not know',
    badge: true,
  },
  'badge-svg': {
    file: 'badge.svg',
    for: 'a badge as a picture',
    declared: 'the description of the picture',
    badge: true,
  },
  har: {
    file: 'exchanges.har',
    for: 'the network view of a browser: the exchanges that findings refer to, cut to size',
    declared: 'the comment of the log',
  },
  github: {
    file: 'annotations.txt',
    for: '[annotations of GitHub Actions](ci.md#github-actions): a step that prints this text shows one for each cause',
    declared: 'the annotation of the conclusion; for a nonconformant run, a separate notice',
  },
  'code-quality': {
    file: 'gl-code-quality-report.json',
    for: 'the code quality of a [merge request of GitLab](ci.md#gitlab-ci)',
    declared: '`content` of each entry; a list without entries does not show it',
  },
  sarif: {
    file: 'results.sarif',
    for: 'dashboards of SARIF 2.1.0: one result for each cause. Code scanning of GitHub shows only results in files: use `github` there',
    declared: '`properties` of the run',
  },
} as const satisfies Readonly<Record<string, Format>>

export type FormatName = keyof typeof FORMATS
/**
 * @example assert.ok(formatNames.includes('junit'))
 */
export const formatNames = Object.keys(FORMATS) as FormatName[]
/**
 * @example assert.equal(formatFiles.junit, 'junit.xml')
 */
export const formatFiles = Object.fromEntries(formatNames.map((name) => [name, FORMATS[name].file])) as {
  readonly [N in FormatName]: (typeof FORMATS)[N]['file']
}
export const badgeNames: readonly FormatName[] = formatNames.filter((name) => 'badge' in FORMATS[name])
