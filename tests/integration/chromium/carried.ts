/** The Chromium in the package @sparticuz/chromium, which is built for Linux on x64 alone. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Chromium {
  readonly path: string
  /** What its process needs beyond the environment of the tests. */
  readonly env?: Readonly<Record<string, string>>
}

/** No other user can put a program there, unlike in the folder for temporary files; `npm ci` clears it. */
const modules = fileURLToPath(new URL('../../../node_modules/', import.meta.url))
const unpacker = fileURLToPath(new URL('./unpack.ts', import.meta.url))

const FONTS = 'fonts.conf'

/** Milliseconds. */
const MAX_WAIT = 60_000

/** Unpacks it once. Undefined where it is not installed, or does not start. */
export function carriedChromium(): Chromium | undefined {
  const manifest = join(modules, '@sparticuz', 'chromium', 'package.json')
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(manifest)) return undefined
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }
  const folder = join(modules, '.cache', `chromium-${version}`)
  if (!existsSync(folder) && !unpackedInto(folder)) return undefined
  return startable(folder)
}

/** Unpacks next to the target folder and then renames, so that tests that begin together never meet half a browser. */
function unpackedInto(folder: string): boolean {
  try {
    mkdirSync(join(modules, '.cache'), { recursive: true })
    const temporary = mkdtempSync(`${folder}-`)
    try {
      // The package unpacks into the folder for temporary files, with the libraries only where it takes itself to be in Lambda.
      const env = { ...process.env, TMPDIR: temporary, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' }
      const { status } = spawnSync(process.execPath, [unpacker], { env, stdio: 'ignore', timeout: MAX_WAIT })
      // The list of fonts that the package brings leads to the folders of Lambda.
      writeFileSync(join(temporary, FONTS), `<fontconfig><dir>${join(folder, 'fonts')}</dir></fontconfig>`)
      if (status === 0 && !existsSync(folder)) renameSync(temporary, folder)
    } finally {
      rmSync(temporary, { recursive: true, force: true })
    }
  } catch {
    // A disk that is full or may not be written: another browser will do, or another process was quicker.
  }
  return existsSync(folder)
}

/** With the libraries of the distribution, or with the package's where NSS is not installed. */
function startable(folder: string): Chromium | undefined {
  const path = join(folder, 'chromium')
  const fonts = existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_FILE: join(folder, FONTS) }
  const libraries = { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }
  const env = [{ ...fonts }, { ...fonts, ...libraries }].find((more) => {
    const { status } = spawnSync(path, ['--version'], {
      env: { ...process.env, ...more },
      stdio: 'ignore',
      timeout: MAX_WAIT,
    })
    return status === 0
  })
  return env && { path, env }
}
