/** Preloaded before a command: writes the peak memory of the process in KiB when it exits. */
import { writeFileSync } from 'node:fs'

const { PEAK_MEMORY: path } = process.env
if (path !== undefined) process.on('exit', () => writeFileSync(path, String(process.resourceUsage().maxRSS)))
