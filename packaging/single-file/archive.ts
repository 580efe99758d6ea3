/** The files of the package as one asset of the executable. */
import { gunzipSync, gzipSync } from 'node:zlib'

/** Bytes by their path from the folder of the package, with forward slashes. */
export type Files = ReadonlyMap<string, Buffer>

/** The file that starts the command: it is in the archive alone. */
export const START = 'start.cjs'
export const startText = 'import(`./dist/cli/main.js`)\n'

export function packed(files: Files): Buffer {
  const texts = [...files].map(([path, bytes]) => [path, bytes.toString('base64')])
  return gzipSync(JSON.stringify(Object.fromEntries(texts)), { level: 9 })
}

export function filesIn(archive: Buffer): Files {
  const texts = JSON.parse(gunzipSync(archive).toString('utf8')) as Record<string, string>
  return new Map(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text, 'base64')]))
}
