/** Loaded before a command: as its process ends, it notes how many KiB the process took at the most. */
import { writeFileSync } from 'node:fs'

const { PEAK_MEMORY: path } = process.env
if (path !== undefined) process.on('exit', () => writeFileSync(path, String(process.resourceUsage().maxRSS)))
