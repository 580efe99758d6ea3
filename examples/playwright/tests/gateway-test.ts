import { test as base, expect as baseExpect } from '@playwright/test'
import {
  type GatewayTestFixtures,
  type GatewayWorkerFixtures,
  gatewayFixtures,
  gatewayMatchers,
} from 'svc-conformance/testing'

export const test = base.extend<GatewayTestFixtures, GatewayWorkerFixtures>(gatewayFixtures)
export const expect = baseExpect.extend(gatewayMatchers)
