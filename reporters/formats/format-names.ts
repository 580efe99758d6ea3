/** The formats that derive from a report, and the file that holds each beside it. */
export const formatFiles = {
  json: 'report.json',
  html: 'report.html',
  junit: 'junit.xml',
  markdown: 'summary.md',
  ctrf: 'ctrf.json',
  badge: 'badge.json',
  'badge-svg': 'badge.svg',
  har: 'exchanges.har',
  github: 'annotations.txt',
  'code-quality': 'gl-code-quality-report.json',
} as const

export type FormatName = keyof typeof formatFiles
export const formatNames = Object.keys(formatFiles) as FormatName[]

/** Those that say until when the certificate of a run holds, where one is written. */
export const badgeNames: readonly FormatName[] = ['badge', 'badge-svg']
