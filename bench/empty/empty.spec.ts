import { test } from '@playwright/test'

for (let index = 0; index < Number(process.env.EMPTY_TESTS ?? 1); index += 1) test(`empty ${index}`, () => {})
