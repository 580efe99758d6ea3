/** Tests `schemas/incidents.yaml`: each row has one source, existing requirements, and a fault that breaks one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listFaults } from '../../mock/index.ts'
import { freedoms, freedomsOf, incidents, incidentsOf } from '../../suites/harness/catalogue/incidents.ts'
import { isRequirement, requirement } from '../../suites/harness/catalogue/requirements.ts'

const all = [...incidents, ...freedoms]
const faults = new Map(listFaults().map((fault) => [fault.name, fault]))

test('there are at least 200 incidents and 30 freedoms', () => {
  assert.ok(incidents.length >= 200, `${incidents.length} incidents`)
  assert.ok(freedoms.length >= 30, `${freedoms.length} freedoms`)
})

test('each source is a GitHub thread, and occurs once', () => {
  for (const { source, url } of all) {
    assert.match(source, /^[\w.-]+\/[\w.-]+#[1-9]\d*$/)
    assert.match(url, /^https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/issues\/\d+$/)
  }
  assert.deepEqual(
    all.map(({ source }) => source).filter((source, at, sources) => sources.indexOf(source) !== at),
    [],
  )
})

test('each date is a month since the publication of the API that all gateways imitate', () => {
  for (const { source, date } of all)
    if (date !== undefined) assert.ok(/^20\d\d-(0[1-9]|1[0-2])$/.test(date) && date >= '2023-03', `${source}: ${date}`)
})

test('each incident breaks a requirement that a run can show, and each freedom names one that shows it', () => {
  for (const { source, requirements } of incidents)
    for (const id of requirements) {
      assert.ok(isRequirement(id), `${source}: ${id}`)
      assert.match(requirement(id).level, /^(?:must|should)$/, `${source}: ${id}`)
    }
  for (const { source, shown } of freedoms) assert.ok(isRequirement(shown), `${source}: ${shown}`)
})

test('the mock has the fault of an incident, and it breaks a requirement of the incident', () => {
  for (const { source, requirements, fault } of incidents) {
    if (fault === undefined) continue
    const found = faults.get(fault)
    assert.ok(found, `${source}: ${fault}`)
    assert.ok(
      requirements.some((id) => found.breaks.includes(id)),
      `${source}: ${fault} breaks ${found.breaks.join(', ')}`,
    )
  }
})

test('all incidents except one have a fault', () =>
  assert.deepEqual(
    incidents.filter(({ fault }) => fault === undefined).map(({ source }) => source),
    ['easychen/openai-api-proxy#33'],
  ))

test('texts have at most 25 words', () => {
  for (const { source, ...row } of all)
    for (const sentence of Object.values({
      what: row.what,
      when: 'when' in row ? row.when : '',
      fix: 'fix' in row ? row.fix : '',
    }))
      assert.ok(String(sentence ?? '').split(' ').length <= 25, `${source}: ${sentence}`)
})

test('incidentsOf finds incidents that break a requirement, also as a second one, the latest first', () => {
  const found = incidentsOf('model-created')
  assert.ok(found.some(({ requirements }) => requirements[0] === 'model-owned-by'))
  assert.deepEqual(
    found.map(({ date = '' }) => date),
    found
      .map(({ date = '' }) => date)
      .toSorted()
      .toReversed(),
  )
  assert.deepEqual(incidentsOf('service-metering'), [])
  assert.ok(freedomsOf('stream-freedoms').length > 0)
})
