import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openapiDocument } from '../../cli/commands/openapi/documents.ts'
import { Job } from '../integration/action/job.ts'
import { snippetsOf } from './snippets.ts'

const PAGE = 'docs/openapi.md'

test('the commands of the page write the documents', async () => {
  const [commands] = snippetsOf(PAGE).filter(({ language, section }) => language === 'sh' && section === 'One file')
  const job = new Job()
  const { code, out } = await job.run(['sh', '-ec', commands?.text ?? ''], {})
  assert.deepEqual([code, out], [0, ''])
  assert.equal(job.read('openapi.json'), openapiDocument('3.1'))
  assert.equal(job.read('openapi-3.2.json'), openapiDocument('3.2'))
  assert.equal(job.read('openapi-for-generators.json'), openapiDocument('3.1', 'generators'))
})
