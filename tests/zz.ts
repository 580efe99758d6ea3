import { certify } from '../suites/harness/run/certify.ts'
import { allChecks } from '../suites/index.ts'
import { redTeamFaults, redTeamVariants, startLayer } from './adversary/red-team/index.ts'
import { gatewayTarget } from './prove/gateway-target.ts'
const [name, ...ids] = process.argv.slice(2)
const row = [...redTeamFaults, ...redTeamVariants].find((r) => r.name === name)!
const layer = await startLayer(row as any)
const { keys, models } = layer.gateway
const target = gatewayTarget({ url: layer.url, demo: { ...keys, ...models } } as any, '', 30000)
const full = await certify({ target, checks: allChecks, profile: 'full' })
console.log(full.conclusion, full.cost, full.stop, 'emitted', layer.emitted)
for (const j of full.judged as any[]) if (ids.length ? ids.includes(j.requirement.id) : ['fail','warn'].includes(j.verdict)) console.log(j.requirement.id, j.verdict, JSON.stringify(j.findings?.filter((f: any) => f.outcome !== 'pass').slice(0,3), null, 1)?.slice(0,2500))
await layer.close()
