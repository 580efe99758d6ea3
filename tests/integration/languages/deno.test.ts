import { testRuntime } from './runtime.ts'

testRuntime('deno', ['deno', 'run', '--allow-all', '--no-lock'])
