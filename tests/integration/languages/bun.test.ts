import { testRuntime } from './runtime.ts'

testRuntime('bun', ['bun'])
