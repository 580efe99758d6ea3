/** The main script of the single executable: unpacks the package, and starts its command. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { getRawAsset } from 'node:sea'
import { START } from './archive.ts'
import { unpacked } from './unpack.ts'

const folder = unpacked(Buffer.from(getRawAsset('package') as ArrayBuffer), process.env)
// Inside the executable, `import` only finds Node's own modules. A file on disk can import anything.
createRequire(join(folder, START))(join(folder, START))
