import { testContainers } from './containers.ts'

testContainers(
  'containers-go',
  'testcontainers-go',
  ['go', 'test', '-count=1', './...'],
  /^ok\s+example\.com\/container/m,
)
