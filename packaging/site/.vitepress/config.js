/**
 * The configuration of VitePress. SITE_REPOSITORY, such as https://host/owner/name, adds an edit link to each page.
 * SITE_VERSIONS has the URLs of the sites of other versions, separated by spaces; each ends with its version.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const docs = fileURLToPath(new URL('../../../docs', import.meta.url))
const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
const { SITE_REPOSITORY, SITE_BASE = '/', SITE_VERSIONS = '' } = process.env
const others = SITE_VERSIONS.split(' ').filter(Boolean)
const OPERATORS = [
  'certify',
  'target-file',
  'reports',
  'ci',
  'recipes',
  'traffic',
  'fixes',
  'troubleshooting',
  'judged',
  'callers',
  'versioning',
]
const names = readdirSync(docs)
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.slice(0, -3))
const links = (some) => some.map((name) => ({ text: name, link: `/docs/${name}` }))

export default {
  title: 'svc-conformance',
  description: 'Certifies any deployment of the Inference Gateway API, and mocks the gateway for its clients',
  base: SITE_BASE,
  srcDir: 'node_modules/.pages',
  outDir: '../../out/site',
  cacheDir: 'node_modules/.cache/vitepress',
  // The builder does not know some compiler options of the repository.
  vite: { esbuild: { tsconfigRaw: '{}' } },
  markdown: {
    languageAlias: { haproxy: 'nginx' },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  router: { prefetchLinks: false },
  // For accessibility: more contrast, and a search label that matches the visible text.
  head: [
    [
      'style',
      {},
      'span.lang { color: var(--vp-c-text-2) !important } .DocSearch-Button-Keys { display: none !important }',
    ],
  ],
  cleanUrls: false,
  transformPageData: ({ relativePath }) => (relativePath === 'index.md' ? { filePath: 'README.md' } : undefined),
  // Release files are on the host of the repository, not on the site.
  ignoreDeadLinks: [/releases\/latest/, /^https?:\/\/localhost/],
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Contract', link: '/schemas/contract' },
      { text: 'Requirements', link: '/requirements/' },
      { text: 'Faults', link: '/faults' },
      { text: 'Variants', link: '/variants' },
      { text: 'Examples', link: '/examples' },
      {
        text: `v${version}`,
        items: [
          { text: 'Changes', link: '/CHANGELOG' },
          ...others.map((link) => ({ text: link.replace(/\/$/, '').split('/').at(-1), link })),
        ],
      },
    ],
    sidebar: [
      { text: 'Certify a gateway', items: links(OPERATORS.filter((name) => names.includes(name))) },
      { text: 'Call a gateway, and how it works', items: links(names.filter((name) => !OPERATORS.includes(name))) },
    ],
    ...(SITE_REPOSITORY && { editLink: { pattern: `${SITE_REPOSITORY}/edit/main/:path` } }),
  },
}
