import { mockForFile } from '../../mock/asking.ts'
import { carries } from './carries.ts'

carries('server', { mock: await mockForFile(), ask: fetch })
