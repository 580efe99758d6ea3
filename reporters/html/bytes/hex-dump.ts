/** Bytes that are not text as a hex dump: offset, sixteen bytes, and those of them that are ASCII. */
import { html, type Markup, type Piece } from '../parts/markup.ts'

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

/** @param marked offset of a byte to mark; the rows around it are shown */
export function hexDump(bytes: Uint8Array, marked: number): Piece {
  const first = Math.max(0, Math.floor(marked / WIDTH) - ROWS / 2)
  const starts = Array.from({ length: ROWS }, (_, index) => (first + index) * WIDTH).filter((at) => at < bytes.length)
  return starts.map((at) => row(bytes.subarray(at, at + WIDTH), at, marked))
}
