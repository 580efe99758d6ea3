const { ask } = require('../client.js')
const { openProject } = require('../mock/project.js')

let project
beforeEach(async () => {
  project = await openProject()
})
afterEach(() => project.close())

const question = (text) => ask(text, { baseUrl: process.env.GATEWAY_URL, key: project.key, model: 'svc/echo-1' })

test('the answer is that of the model', async () => {
  expect(await question('Hello')).toBe('Hello')
})

test('a gateway that is down is asked again when it says', async () => {
  await project.next({ unavailable: { retryAfter: 1 } }, { reply: 'At last' })
  expect(await question('Hello')).toBe('At last')
  expect(await project.unused()).toEqual([])
  expect(await project.verdict()).toMatchObject({ ok: true, findings: [] })
})

test('what cannot be fixed is reported', async () => {
  await project.next({ fail: 'too_large', options: { message: 'Too long.' } })
  await expect(question('Hello')).rejects.toThrow('Too long.')
})
