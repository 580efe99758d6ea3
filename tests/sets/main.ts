/**
 * `npm run freeze -- NAME` writes `schemas/sets/NAME.yaml`: the set before it, with all that is newer as one group more; the first
 * set of a contract has one group.
 * The timeline needs an entry for it. A set that is in no release yet may be written again; a released one is refused.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { schemaFile } from '../../schemas/index.ts'
import { ourSetFile, ourTimeline } from '../../suites/harness/sets/scoring.ts'
import { frozenText } from './freeze.ts'

const timelinePath = schemaFile('sets/timeline.yaml')
const [name = ''] = process.argv.slice(2)
const text = frozenText(name, { timeline: ourTimeline(), setFile: ourSetFile })
writeFileSync(schemaFile(`sets/${name}.yaml`), text)
const digest = createHash('sha256').update(text).digest('hex')
const timeline = readFileSync(timelinePath, 'utf8')
const entry = new RegExp(`(- name: ${name}\\n(?:    .*\\n)*?    sha256: )[0-9a-f]+`)
writeFileSync(timelinePath, timeline.replace(entry, `$1${digest}`))
process.stdout.write(`schemas/sets/${name}.yaml is written; sha256 ${digest}\n`)
