const { ask } = require('../client.js')
const { openProject } = require('../mock/project.js')

let project
beforeEach(async () => {
  project = await openProject()
})
afterEach(() => project.close())

const question = (text) => ask(text, { baseUrl: process.env.GATEWAY_URL, key: project.key, model: 'svc/echo-1' })

test('returns the answer of the model', async () => {
  expect(await question('Hello')).toBe('Hello')
})

test('repeats a request after the Retry-After of a 503', async () => {
  await project.next({ unavailable: { retryAfter: 1 } }, { reply: 'At last' })
  expect(await question('Hello')).toBe('At last')
  expect(await project.unused()).toEqual([])
  expect(await project.verdict()).toMatchObject({ ok: true, findings: [] })
})

test('reports an error that a retry cannot fix', async () => {
  await project.next({ fail: 'too_large', options: { message: 'Too long.' } })
  await expect(question('Hello')).rejects.toThrow('Too long.')
})
