import { testContainers } from './containers.ts'

const command = ['mvn', '--batch-mode', 'test'] as const
testContainers('containers-java', 'testcontainers-java', command, /Tests run: 1, Failures: 0, Errors: 0/)
