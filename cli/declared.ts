/** Every command with its options. What a command leads to is loaded only when it is asked for. */
import type { Command } from 'commander'
import type { End } from './end.ts'
import { mockDeclared } from './mock-declared.ts'
import { runDeclared } from './run-declared.ts'

export const declared: readonly ((end: End) => Command)[] = [runDeclared, mockDeclared]
