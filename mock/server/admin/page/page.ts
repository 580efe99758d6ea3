/**
 * The web page of the admin port, which shows live data of the admin API. The page itself contains no data: its script
 * calls the API like any other client, with the token if there is one.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { content } from './content.html.ts'

const script = readFileSync(new URL('./script.js', import.meta.url), 'utf8')
const styles = readFileSync(new URL('./styles.css', import.meta.url), 'utf8')

/** Whether a browser requests the page. Other clients use the paths of the document. */
export function asksForPage({ method, url = '', headers }: IncomingMessage): boolean {
  return method === 'GET' && /^\/(?:$|\?)/.test(url) && /\btext\/html\b/i.test(headers.accept ?? '')
}

const digest = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Only the style sheet, the script and the API of this port may be loaded, and no page may frame it. */
const POLICY = [
  "default-src 'none'",
  `style-src ${digest(styles)}`,
  `script-src ${digest(script)}`,
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The page with its type and headers. */
export const page = {
  type: 'text/html; charset=utf-8',
  headers: {
    'content-security-policy': POLICY,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    vary: 'accept',
  },
  text: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Mock gateway · svc-conformance</title>
<link rel="icon" href="data:,">
<style>${styles}</style>
</head>
<body>
${content}
<script>${script}</script>
</body>
</html>
`,
} as const
