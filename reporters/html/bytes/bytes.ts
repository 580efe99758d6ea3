/** The bytes of a body as received, with a location in them marked and invisible characters made visible. */
import type { ReportedBody } from '../../../suites/harness/report/exchange.ts'
import { html, type Markup, ours, type Piece } from '../parts/markup.ts'
import { bytes, counted } from '../parts/quantities.ts'
import { indented, type Span } from './json-span.ts'

/** The number of bytes in a row of a hex dump, after the offset and before their ASCII characters. */
const WIDTH = 16
const ROWS = 16

const ascii = (byte: number): string => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')

function row(bytes: Uint8Array, offset: number, marked: number): Markup {
  const hex = [...bytes].map((byte, index): Piece => {
    const pair = byte.toString(16).padStart(2, '0')
    return offset + index === marked ? html`<mark>${pair}</mark> ` : `${pair} `
  })
  const padding = '   '.repeat(WIDTH - bytes.length)
  return html`<span class="note">${offset.toString(16).padStart(6, '0')}</span>  ${hex}${padding} ${[...bytes].map(ascii).join('')}\n`
}

/** @param marked the offset of a byte to mark; only the rows around it are shown */
export function hexDump(bytes: Uint8Array, marked: number): Piece {
  const first = Math.max(0, Math.floor(marked / WIDTH) - ROWS / 2)
  const starts = Array.from({ length: ROWS }, (_, index) => (first + index) * WIDTH).filter((at) => at < bytes.length)
  return starts.map((at) => row(bytes.subarray(at, at + WIDTH), at, marked))
}

/** Characters shown before and after the marked location. */
const BEFORE = 500
const AFTER = 1000

/** Runs of invisible characters; a line end ends a run. */
const UNSEEN = /([\p{C}\p{Zl}\p{Zp}]*?\n|[\p{C}\p{Zl}\p{Zp}]+)/u

/** Text with escapes for invisible characters; a line end is shown, and still ends the line. */
export const visible = (text: string): Piece =>
  text
    .split(UNSEEN)
    .map((part, index) =>
      index % 2 === 0 ? part : html`<i>${part}</i>${part.endsWith('\n') ? ours('\n') : undefined}`,
    )

/** Text with line ends that we added, which are not shown as escapes. */
const lines = (text: string): Piece =>
  text.split('\n').map((line, index) => [index > 0 ? ours('\n') : undefined, visible(line)])

type Show = (text: string) => Piece

function mark(text: string, { start, end }: Span, why: string, show: Show): Markup {
  if (start < end) return html`<mark title="${why}">${show(text.slice(start, end))}</mark>`
  return html`<mark class="gap" title="${why}"><span class="unseen">(${why}: a part is left out here)</span></mark>`
}

/**
 * A text, or the part of the text around a location.
 * @param why what the mark means, for readers
 */
function markedText(text: string, span: Span | undefined, why: string, show: Show): Piece {
  const from = Math.max(0, (span?.start ?? 0) - BEFORE)
  const to = Math.min(text.length, (span?.start ?? 0) + AFTER)
  const within = span && { start: span.start, end: Math.min(span.end, to) }
  return [
    from > 0 ? html`<span class="note">… ${counted(from, 'character')} before this</span>\n` : undefined,
    show(text.slice(from, within?.start ?? from)),
    within && mark(text, within, why, show),
    show(text.slice(within?.end ?? from, to)),
    to < text.length
      ? html`\n<span class="note">… ${counted(text.length - to, 'character')} after this</span>`
      : undefined,
  ]
}

/** A body with its marks; `byte` is the offset to mark if the body is not text. */
export function bodyBytes(
  { bytes: length, text, base64, cut }: ReportedBody,
  { span, byte, why }: { readonly span: Span | undefined; readonly byte: number | undefined; readonly why: string },
): Piece {
  const json = text === undefined || cut ? undefined : indented(text)
  return [
    base64 !== undefined
      ? hexDump(Buffer.from(base64, 'base64'), byte ?? -1)
      : json
        ? markedText(json.text, span && json.spanOf(span), why, lines)
        : markedText(text ?? '', span, why, visible),
    cut ? html`\n<span class="note">… the report keeps only the beginning of ${bytes(length)}</span>` : undefined,
  ]
}
