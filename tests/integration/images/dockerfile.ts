/** The Dockerfile, as its stages and instructions. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../docs/snippets.ts'

export const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
export const stages = dockerfile.split(/^(?=FROM )/m).slice(1)
export const last = stages.at(-1) ?? ''

/** The JSON list of an instruction in the last stage. */
export function listAfter(instruction: string): string[] {
  const [, json = '[]'] = new RegExp(`^${instruction} .*?(\\[.*\\])$`, 'm').exec(last) ?? []
  return JSON.parse(json) as string[]
}

/** The arguments of each instruction of one kind in the last stage. */
export const wordsAfter = (instruction: string): string[][] =>
  [...last.matchAll(new RegExp(`^${instruction} (.+)$`, 'gm'))].map(([, words = '']) => words.split(' '))
