/** Unpacks the Chromium of the package into the folder for temporary files of this process: see carried.ts. */
import chromium from '@sparticuz/chromium'

await chromium.executablePath()
