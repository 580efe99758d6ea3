/** Names of models as the contract writes them, that no catalog holds, by the reason why a gateway may serve them. */
import fc from 'fast-check'

const FORM = /^svc\/[a-z0-9-]+$/

const named = (...names: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...names)

/** Well-formed names; `listed` is one that there is. What the catalog happens to hold has to be left out. */
export function unlistedNames(listed: string): Readonly<Record<string, fc.Arbitrary<string>>> {
  const name = listed.replace(/^svc\//, '')
  const ids = (names: fc.Arbitrary<string>): fc.Arbitrary<string> =>
    names.map((each) => `svc/${each}`).filter((id) => FORM.test(id) && id !== listed)
  return {
    'of another vendor, gpt': ids(named('gpt-4', 'gpt-4o', 'gpt-4o-mini', 'gpt-5', 'gpt-oss-120b')),
    'of another vendor': ids(
      named('claude-opus-4', 'gemini-pro', 'llama-3', 'mistral-large', 'qwen3', 'deepseek-chat'),
    ),
    'for any model': ids(named('default', 'auto', 'latest', 'any', 'best', 'fallback', 'router', 'model', 'chat')),
    'for a test': ids(named('test', 'mock', 'echo', 'demo', 'dummy', 'ping', 'health', 'dev')),
    'of a language': ids(named('null', 'undefined', 'none', 'true', 'constructor', 'prototype', 'nan')),
    'of digits': ids(fc.oneof(named('0', '1', '00', '42'), fc.integer({ min: 3, max: 10 ** 9 }).map(String))),
    'of hyphens': ids(named('-', '--', '---', '-a', 'a-')),
    'of one letter': ids(fc.stringMatching(/^[a-z0-9]$/)),
    long: ids(fc.constantFrom(64, 128, 255, 256, 1000).map((length) => 'a'.repeat(length))),
    'a listed one with more': ids(
      named(`${name}-latest`, `${name}-preview`, `${name}-2025-01-01`, `${name}-v2`, `${name}0`),
    ),
    'a listed one in part': ids(named(name.slice(0, -1), name.slice(1), name.split('-')[0] ?? '', `${name}${name}`)),
    'any words': ids(fc.stringMatching(/^[a-z][a-z0-9]{2,9}(-[a-z0-9]{1,6}){0,2}$/)),
  }
}
