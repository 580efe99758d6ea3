/** The Chromium in the package @sparticuz/chromium, which is built only for Linux on x64. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Chromium {
  readonly path: string
  /** Environment variables that its process needs in addition to those of the tests. */
  readonly env?: Readonly<Record<string, string>>
}

/** Unlike in the temporary folder, no other user can place a program here; `npm ci` clears it. */
const modules = fileURLToPath(new URL('../../../node_modules/', import.meta.url))
const unpacker = fileURLToPath(new URL('./unpack.ts', import.meta.url))

const FONTS = 'fonts.conf'

/** Milliseconds. */
const MAX_WAIT = 60_000

/** Unpacks it once. Undefined if it is not installed, or does not start. */
export function carriedChromium(): Chromium | undefined {
  const manifest = join(modules, '@sparticuz', 'chromium', 'package.json')
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(manifest)) return undefined
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }
  const folder = join(modules, '.cache', `chromium-${version}`)
  if (!existsSync(folder) && !unpackedInto(folder)) return undefined
  return startable(folder)
}

/** Unpacks next to the target folder and then renames, so that concurrent tests never see a partial browser. */
function unpackedInto(folder: string): boolean {
  try {
    mkdirSync(join(modules, '.cache'), { recursive: true })
    const temporary = mkdtempSync(`${folder}-`)
    try {
      // The package unpacks into the temporary folder, and adds the libraries only if it detects Lambda.
      const env = { ...process.env, TMPDIR: temporary, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' }
      const { status } = spawnSync(process.execPath, [unpacker], { env, stdio: 'ignore', timeout: MAX_WAIT })
      // The font configuration of the package refers to folders of Lambda.
      writeFileSync(join(temporary, FONTS), `<fontconfig><dir>${join(folder, 'fonts')}</dir></fontconfig>`)
      if (status === 0 && !existsSync(folder)) renameSync(temporary, folder)
    } finally {
      rmSync(temporary, { recursive: true, force: true })
    }
  } catch {
    // The disk is full or read-only, or another process was faster: use another browser, or its result.
  }
  return existsSync(folder)
}

/** Tries the libraries of the distribution, and then those of the package, in case NSS is not installed. */
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
