/** The frame of every page: one file that makes no network requests, and runs only its own script. */
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { html, type Markup, ours } from './parts/markup.ts'

/** The style sheet of reports. */
export const styles = readFileSync(new URL('./styles.css', import.meta.url), 'utf8')

export interface Page {
  /** The title of the tab, without the program's name. */
  readonly title: string | Markup
  /** The text of the only style sheet. */
  readonly styles: string
  /** The text of the only script; the page is complete without it. */
  readonly script?: string
  readonly content: Markup
}

const digest = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`

/** A content security policy that allows only this style sheet and this script, by their digests. */
const policyOf = ({ styles, script }: Page): string =>
  [
    "default-src 'none'",
    `style-src ${digest(styles)}`,
    ...(script === undefined ? [] : [`script-src ${digest(script)}`]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

/** The page as text. The same content gives the same bytes. */
export function framed(page: Page): string {
  const { title, styles, script, content } = page
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(page)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title} · svc-conformance</title>
<style>${ours(styles)}</style>
</head>
<body>
${content}${
  script === undefined
    ? undefined
    : html`
<script>${ours(script)}</script>`
}
</body>
</html>
`.text
}
