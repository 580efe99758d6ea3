import { test } from '@playwright/test'
for (let i = 0; i < Number(process.env.N); i++) test(`t${i}`, async () => {})
