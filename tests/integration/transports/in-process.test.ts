import { after } from 'node:test'
import { createMock } from '../../../mock/index.ts'
import { openBridge } from './bridge.ts'
import { carries } from './carries.ts'

const mock = createMock({ url: 'http://gateway.test/some/base' })
const bridge = await openBridge(mock.fetch, mock.url)
after(() => bridge[Symbol.asyncDispose]())
carries('in-process', { mock, ask: mock.fetch }, bridge.url)
