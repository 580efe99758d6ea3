/** The expected text of each format, for tests that all formats have the same facts. */
import type { FormatName } from '../../../reporters/formats/format-names.ts'
import type { About } from '../../../suites/harness/target/declared/about.ts'

export const DIGEST = '13579bdf02468ace'.repeat(4)
export const COMMIT = '13579bdf02468ace13579bdf02468ace13579bdf'
export const about: About = {
  product: 'Edge & Gateway',
  version: '1.10',
  revision: COMMIT,
  image: `registry.example.com/edge:1.10@sha256:${DIGEST}`,
  labels: { team: 'edge' },
}

export const LINE = `product Edge & Gateway · version 1.10 · revision ${COMMIT} · image registry.example.com/edge:1.10@sha256:${DIGEST} · labels.team edge`
const escaped = (text: string): RegExp => new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'g')
const inMarkup = (text: string): string => text.replaceAll('&', '&amp;')

interface FormatRow {
  /** Matches all text that a declaration adds: without it, the output equals that of a report without one. */
  readonly declared: readonly RegExp[]
  /** The text about a project that is declared absent. */
  readonly notApplicable: readonly RegExp[]
  readonly waived: RegExp
}

export const formatRows: Readonly<Record<FormatName, FormatRow>> = {
  json: {
    declared: [/ {4}"declared": \{\n {6}"about": \{\n[^}]*\}\n {6}\}\n {4}\},\n/g],
    notApplicable: [/"verdict": "not-applicable"/, /"not_applicable": \[\n/],
    waived: /"owner": "team edge"/,
  },
  html: {
    declared: [
      escaped(`<p class="target">Declared: ${inMarkup(LINE)}</p>`),
      /<div><dt>Declared [a-z.]+<\/dt><dd>[^<]+<\/dd><\/div>/g,
      /<div><dt>Product<\/dt><dd>.+?<\/dd><\/div>\n/g,
    ],
    notApplicable: [
      /<span class="badge quiet"><span class="sign" aria-hidden="true">–<\/span>not applicable<\/span>/,
      /<dt>Declared not_applicable\.second-project<\/dt><dd>This deployment has one project\.<\/dd>/,
      /<p>Not shown, because it is declared absent: second-project \(4 requirements\)/,
      /<span class="note">declared absent: second-project \(This deployment has one project\.\)<\/span>/,
      /<span class="reason">declared absent: second-project \(This deployment has one project\.\)<\/span>/,
    ],
    waived: /Waivers \(verdicts unchanged\)[\s\S]*team edge, until 2999-01-31; in force/,
  },
  junit: {
    declared: [/ +<property name="declared\.[a-z.]+" value="[^"]+"\/>\n/g],
    notApplicable: [
      /<property name="declared\.not_applicable\.second-project" value="This deployment has one project\."\/>/,
      /<skipped message="not-applicable: declared absent: second-project \(This deployment has one project\.\)"\/>/,
    ],
    waived: /<property name="waiver" value="Known, [^"]*team edge, until 2999-01-31; in force\)"/,
  },
  markdown: {
    declared: [/\nDeclared: product `Edge & Gateway`, version `1\.10`, .*, labels\.team `edge`\.\n/g],
    notApplicable: [
      /all \d+ applicable requirements of profile full hold/,
      /### Declared absent \(3\)\n\n- \*\*second-project\*\*: `This deployment has one project\.`, not shown&#58; model-not-authorized, /,
    ],
    waived: /### Waivers \(4\)\n[\s\S]*- \*\*auth-error-type\*\*: .*team edge, until 2999-01-31; in force/,
  },
  ctrf: {
    declared: [/,\n {6}"declared": \{\n {8}"about": \{\n[^}]*\}\n {8}\}\n {6}\}/g],
    notApplicable: [/"rawStatus": "not-applicable"/, /"not_applicable": \[\n/],
    waived: /"waiver": "Known, .*team edge, until 2999-01-31; in force\)"/,
  },
  badge: {
    declared: [/contract 1\.0 · /g],
    notApplicable: [/"contract 1\.0 · full · loopback · 11 not applicable · until /],
    waived: /1 failed · 1 waived/,
  },
  'badge-svg': {
    declared: [escaped(`  <desc>declared: ${inMarkup(LINE)}</desc>\n`)],
    notApplicable: [
      /1\.0 · full · loopback · 11 not applicable · until /,
      /not_applicable\.second-project This deployment/,
    ],
    waived: /1 failed · 1 waived/,
  },
  har: {
    declared: [escaped(`; declared: ${LINE}`)],
    notApplicable: [/not_applicable\.second-project This deployment has one project\./],
    waived: /waived: auth-error-type, auth-missing-key, error-closed, limit-429/,
  },
  github: {
    declared: [escaped(`%0Adeclared: ${LINE}`), escaped(`::notice title=svc-conformance::declared: ${LINE}\n`)],
    notApplicable: [/%0ANot shown, because it is declared absent: second-project \(4 requirements\)/],
    waived: /Waived: auth-error-type: Known, .*team edge, until 2999-01-31; in force/,
  },
  'code-quality': {
    declared: [/,\n {4}"content": \{\n {6}"body": "`declared: product [^"]+`"\n {4}\}/g],
    notApplicable: [/^\[/],
    waived: /auth-error-type: .* Waived: Known, .*team edge, until 2999-01-31; in force/,
  },
  sarif: {
    declared: [/\n {8}"declared": "declared: product [^"]+"\n {6}/g],
    notApplicable: [
      /"text": "conformant\\n[^"]*Not shown, because it is declared absent: second-project \(4 requirements\)/,
    ],
    waived: /Waived: auth-error-type: Known, .*team edge, until 2999-01-31; in force/,
  },
}
