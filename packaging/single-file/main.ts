/** What the single executable runs: it unpacks the package, and starts the command in it. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { getRawAsset } from 'node:sea'
import { START } from './archive.ts'
import { unpacked } from './unpack.ts'

const folder = unpacked(Buffer.from(getRawAsset('package') as ArrayBuffer), process.env)
// Within the executable `import` knows the modules of Node alone: a file on the disk imports as it always does.
createRequire(join(folder, START))(join(folder, START))
