/** Unpacks the package's Chromium into the temporary folder of this process: see carried.ts. */
import chromium from '@sparticuz/chromium'

await chromium.executablePath()
