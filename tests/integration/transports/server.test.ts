import { after } from 'node:test'
import { startMock } from '../../../mock/index.ts'
import { carries } from './carries.ts'

const mock = await startMock()
after(() => mock.close())
carries('server', { mock, ask: fetch })
