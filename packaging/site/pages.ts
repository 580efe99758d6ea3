/** The pages of the site: those of the repository, one for each requirement, and one each for faults and variants. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { type ExplainedRequirement, explained } from '../../cli/commands/explain/explained.ts'
import { requirements } from '../../suites/harness/catalogue/requirements.ts'

/** Markdown texts, keyed by path. */
export type Pages = ReadonlyMap<string, string>

/** The file names of the reports that the site shows. */
export const EXAMPLES = ['example-broken', 'example-conformant']

const MADE = '---\neditLink: false\n---\n\n'

/** Escapes what the page generator would read as markup. */
const plain = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('{{', '&#123;&#123;')
    .replaceAll(/([[\]*_`|])/g, '\\$1')

/** @param root the root of the repository */
export function pagesOf(root: string): Pages {
  const own = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`)
  const about = requirements.map(
    (value) => explained({ kind: 'requirement', id: value.id, value }) as ExplainedRequirement,
  )
  const made: [string, string][] = [
    ...about.map((each): [string, string] => [`requirements/${each.id}.md`, requirementPage(each)]),
    ['requirements/index.md', indexPage(about)],
    ['examples.md', examplesPage()],
    ['faults.md', rowsPage('Faults of the mock', about, 'faults')],
    ['variants.md', rowsPage('Freedoms of the contract, as variants of the mock', about, 'variants')],
  ]
  const written = [...own, 'CONTRIBUTING.md', 'CHANGELOG.md', 'schemas/contract.md'].map((path): [string, string] => [
    path,
    path,
  ])
  const sources = new Map([['index.md', 'README.md'], ...written])
  const all = new Set([...sources.keys(), ...made.map(([path]) => path)])
  const read = [...sources].map(([path, source]): [string, string] => [
    path,
    verbatim(linked(readFileSync(join(root, source), 'utf8'), path, all), path),
  ])
  return new Map([...read, ...made])
}

/** Replaces links to files that are not on the site by their text, and adapts the paths of pictures for the builder. */
function linked(text: string, path: string, all: ReadonlySet<string>): string {
  return (
    text
      .replaceAll('"docs/pictures/', '"./docs/pictures/')
      // Otherwise browsers would load the pictures of both themes.
      .replaceAll(/^ *<source .*\n/gm, '')
      .replaceAll(
        /(?<!!)\[([^\]]+)\]\((?!https?:|#)([^)#\s]+)(#[^)\s]*)?\)/g,
        (whole, words: string, to: string, anchor = '') => {
          const target = posix.join(posix.dirname(path), to)
          if (all.has(target) || /\.(?:svg|png)$/.test(to)) return whole
          return target === 'README.md' ? `[${words}](/${anchor})` : words
        },
      )
  )
}

/** Keeps VitePress from evaluating braces, except on the first page, whose pictures the builder must process. */
const verbatim = (text: string, path: string): string => (path === 'index.md' ? text : `:::: v-pre\n\n${text}\n::::\n`)

const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}\n`).join('')

const section = (title: string, body: string | undefined): string =>
  body === undefined || body === '' ? '' : `\n## ${title}\n\n${body.trimEnd()}\n`

function requirementPage(about: ExplainedRequirement): string {
  const { id, level, profile, fix, reading, reason } = about
  return [
    `${MADE}# ${id}\n\n${plain(about.statement)}\n\n`,
    `Section ${about.section} of [the contract](../schemas/contract.md), level \`${level}\`${profile === undefined ? '' : `, from profile \`${profile}\` on`}.\n`,
    section('How to fix it', fix === undefined ? undefined : plain(fix)),
    section('How the contract is read', reading === undefined ? undefined : plain(reading)),
    section('Why no request shows it', reason === undefined ? undefined : plain(reason)),
    section(
      'How it is tested',
      bullets(about.checks.map((check) => `\`${check.id}\`: ${plain(check.title)}`)) || 'On every response of a run.',
    ),
    section('What breaks it', bullets(about.faults.map((row) => `\`${row.id}\`: ${plain(row.shows)}`))),
    section('What is allowed near it', bullets(about.variants.map((row) => `\`${row.id}\`: ${plain(row.shows)}`))),
    section(
      'Seen in the field',
      bullets(
        about.incidents.map(({ source, url, date, what, when, fix: how }) => {
          const more = [when && `When: ${when}.`, how && `Fix: ${how}.`].filter(Boolean).join(' ')
          return `[${plain(source)}](${url})${date === undefined ? '' : ` (${date})`}: ${plain(`${what} ${more}`.trim())}`
        }),
      ),
    ),
    section('In a terminal', `\`\`\`sh\nnpx svc-conformance explain ${id}\n\`\`\``),
  ].join('')
}

function indexPage(about: readonly ExplainedRequirement[]): string {
  const rows = about.map(
    ({ id, section: of, level, statement }) => `| [${id}](${id}.md) | ${of} | ${level} | ${plain(statement)} |\n`,
  )
  return `${MADE}# Requirements\n\n| requirement | section | level | statement |\n| --- | --- | --- | --- |\n${rows.join('')}`
}

/** A page that embeds reports of real runs; the files need no network. */
function examplesPage(): string {
  const shown = EXAMPLES.map((name) => {
    const file = `./examples/${name}.html`
    const title = name === 'example-broken' ? 'A gateway with two faults' : 'A gateway that conforms'
    const frame = `<iframe src="${file}" title="${title}" loading="lazy" style="width:100%;height:640px;border:1px solid var(--vp-c-divider)"></iframe>`
    return `\n## ${title}\n\n<a href="${file}" target="_blank">Open this report alone</a>\n\n${frame}\n`
  })
  return `${MADE}# Example reports\n\nBoth are the page of a run with profile \`core\`. [Reports](docs/reports.md) explains them.\n${shown.join('')}`
}

/** Lists each row once, below the first requirement that it is about, so that a search finds it. */
function rowsPage(title: string, about: readonly ExplainedRequirement[], kind: 'faults' | 'variants'): string {
  const seen = new Set<string>()
  const parts = about.map((each) => {
    const rows = each[kind].filter(({ id }) => !seen.has(id))
    for (const { id } of rows) seen.add(id)
    return section(each.id, bullets(rows.map(({ id, shows }) => `\`${id}\`: ${plain(shows)}`)))
  })
  return `${MADE}# ${title}\n\n[Requirements](requirements/index.md) has every row of each.\n${parts.join('')}`
}

/** Links of pages to files that are neither on the site nor in the repository. */
export function deadLinks(pages: Pages, root: string): string[] {
  return [...pages].flatMap(([path, text]) =>
    [...text.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/\]\((?!https?:|#|\/|\.\.\/\.\.\/releases\/)([^)#\s]+)/g)]
      .map(([, to = '']) => posix.join(posix.dirname(path), to))
      .filter((target) => !pages.has(target) && !existsSync(join(root, target)))
      .map((target) => `${path} → ${target}`),
  )
}
