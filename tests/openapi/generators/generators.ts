/** Generators of clients: how each is installed, what it makes of the document, and what uses that. */
import { copyFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { snippetsOf } from '../../docs/snippets.ts'
import { program, tsc } from '../../integration/package/packed.ts'
import { npmProject, pythonWith } from '../installed.ts'

export interface Generator {
  readonly name: string
  /** Makes the client. @returns the command that runs it */
  readonly make: (folder: string, document: string) => Promise<Command>
}

export interface Command {
  readonly cwd: string
  readonly file: string
  readonly args: readonly string[]
}

const clientOf = (file: string): string => fileURLToPath(new URL(`clients/${file}`, import.meta.url))

type Env = Record<string, string>

/** Runs a step of a generator. @throws Error with all that it said */
async function step(cwd: string, file: string, args: readonly string[], env: Env = {}): Promise<void> {
  const { code, out } = await program(cwd, file, args, env)
  // One of them reports its omissions only in a warning.
  if (code !== 0 || out.includes('Warning(s) encountered'))
    throw new Error(`${file} ${args.join(' ')}: exit code ${code}\n${out}`)
}

/** It works with a part of TypeScript that version 7 does not have any more. What it makes is good for both. */
const openapiTypescript: Generator = {
  name: 'openapi-typescript',
  make: async (folder, document) => {
    const packages = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3', '@types/node@24.19.2']
    const project = await npmProject(folder, 'openapi-typescript', packages)
    const own = (name: string): string => join(project, 'node_modules', name)
    await step(project, process.execPath, [
      own('openapi-typescript/bin/cli.js'),
      document,
      ...['-o', join(project, 'gateway.d.ts')],
    ])
    copyFileSync(clientOf('openapi-typescript.ts'), join(project, 'client.ts'))
    writeFileSync(join(project, 'page.ts'), programOfThePage())
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(TSCONFIG))
    for (const checker of [own('typescript/bin/tsc'), tsc]) await step(project, process.execPath, [checker, '-p', '.'])
    return { cwd: project, file: process.execPath, args: ['client.ts'] }
  },
}

/** The program that the page of the documentation shows: it is checked by the types, too. */
function programOfThePage(): string {
  const [program] = snippetsOf('docs/openapi.md').filter(({ language }) => language === 'ts')
  if (!program) throw new Error('docs/openapi.md shows no program')
  return program.text
}

const TSCONFIG = {
  compilerOptions: {
    ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, noEmit: true },
    ...{ target: 'es2024', module: 'nodenext', types: ['node'], paths: { gateway: ['./gateway.d.ts'] } },
  },
  files: ['client.ts', 'page.ts'],
}

const openapiPythonClient: Generator = {
  name: 'openapi-python-client',
  make: async (folder, document) => {
    const bin = await pythonWith(folder, 'openapi-python-client', ['openapi-python-client==0.29.1'])
    const output = join(folder, 'openapi-python-client', 'made')
    const args = ['generate', '--path', document, '--meta', 'none', '--overwrite', '--output-path']
    // It looks for its formatter there.
    const PATH = `${bin}${delimiter}${process.env.PATH}`
    await step(folder, join(bin, 'openapi-python-client'), [...args, join(output, 'inference_gateway_api_client')], {
      PATH,
    })
    copyFileSync(clientOf('openapi_python_client.py'), join(output, 'client.py'))
    return { cwd: output, file: join(bin, 'python'), args: ['client.py'] }
  },
}

const datamodelCodeGenerator: Generator = {
  name: 'datamodel-code-generator',
  make: async (folder, document) => {
    const packages = ['datamodel-code-generator==0.89.0', 'httpx==0.28.1', 'pydantic==2.14.3']
    const bin = await pythonWith(folder, 'datamodel-code-generator', packages)
    const output = join(folder, 'datamodel-code-generator')
    const args = ['--input', document, '--input-file-type', 'openapi', '--formatters', 'builtin']
    const model = ['--output-model-type', 'pydantic_v2.BaseModel', '--output', join(output, 'gateway.py')]
    await step(folder, join(bin, 'datamodel-codegen'), [...args, ...model])
    copyFileSync(clientOf('datamodel_code_generator.py'), join(output, 'client.py'))
    return { cwd: output, file: join(bin, 'python'), args: ['client.py'] }
  },
}

export const generators: readonly Generator[] = [openapiTypescript, openapiPythonClient, datamodelCodeGenerator]
