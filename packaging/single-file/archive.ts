/** The files of the package as one asset of the executable. */
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'

/** Bytes by their path from the folder of the package, with forward slashes. */
export type Files = ReadonlyMap<string, Buffer>

/** The file that starts the command; it exists only in the archive. */
export const START = 'start.cjs'
export const startText = 'import(`./dist/cli/main.js`)\n'

export function packed(files: Files): Buffer {
  const index = Buffer.from(JSON.stringify([...files].map(([path, bytes]) => [path, bytes.length])))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(index.length)
  return brotliCompressSync(Buffer.concat([length, index, ...files.values()]))
}

export function filesIn(archive: Buffer): Files {
  const all = brotliDecompressSync(archive)
  let from = 4 + all.readUInt32BE()
  const index = JSON.parse(all.toString('utf8', 4, from)) as [path: string, length: number][]
  return new Map(index.map(([path, length]) => [path, all.subarray(from, (from += length))]))
}
