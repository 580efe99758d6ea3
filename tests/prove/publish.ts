/** Writes the matrix into `out/`, as data and as a page. */
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Matrix } from './matrix.ts'
import type { Part } from './options.ts'
import { matrixPage } from './page/page.ts'

const FOLDER = new URL('../../out/', import.meta.url)

/** @returns the path of a file in `out/` */
export async function writeOut(name: string, text: string): Promise<string> {
  const file = new URL(name, FOLDER)
  await mkdir(FOLDER, { recursive: true })
  await writeFile(file, text)
  return fileURLToPath(file)
}

export const asData = (data: object): string => `${JSON.stringify(data, null, 1)}\n`

/** The file name for a part, which must not overwrite the file of the whole matrix. */
export const partName = (name: string, part: Part | undefined): string =>
  part ? `${name}-part-${part.number}-of-${part.of}` : name

/** @returns the path of the page */
export async function publish(matrix: Matrix, part: Part | undefined): Promise<string> {
  const name = partName('kill-matrix', part)
  await writeOut(`${name}.json`, asData(matrix))
  return writeOut(`${name}.html`, matrixPage(matrix, part && `part ${part.number} of ${part.of}`))
}
