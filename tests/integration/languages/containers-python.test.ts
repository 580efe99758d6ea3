import { testContainers } from './containers.ts'
import { python } from './toolchains.ts'

testContainers('containers-python', 'pytest', [python, '-m', 'pytest', '-q', 'test_gateway.py'], /^5 passed/m)
