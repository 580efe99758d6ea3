/** Writes the matrix into `out/`, as data and as a page. */
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Matrix } from './matrix.ts'
import type { Part } from './options.ts'
import { matrixPage } from './page/page.ts'

const FOLDER = new URL('../../out/', import.meta.url)

/** @returns the path of the page. A part has its own files, so that it does not replace the whole. */
export async function publish(matrix: Matrix, part: Part | undefined): Promise<string> {
  const name = part ? `kill-matrix-part-${part.number}-of-${part.of}` : 'kill-matrix'
  const page = new URL(`${name}.html`, FOLDER)
  await mkdir(FOLDER, { recursive: true })
  await writeFile(new URL(`${name}.json`, FOLDER), `${JSON.stringify(matrix, null, 1)}\n`)
  await writeFile(page, matrixPage(matrix, part && `part ${part.number} of ${part.of}`))
  return fileURLToPath(page)
}
