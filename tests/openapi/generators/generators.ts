/** Client generators: how to install each, generate a client from the document, and run a program with that client. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { snippetsOf } from '../../docs/snippets.ts'
import { program, tsc } from '../../integration/package/packed.ts'
import { npmProject, pythonWith } from '../installed.ts'

export interface Generator {
  readonly name: string
  /** Generates the client. @returns the command that runs a program with it */
  readonly make: (folder: string, document: string) => Promise<Command>
}

export interface Command {
  readonly cwd: string
  readonly file: string
  readonly args: readonly string[]
}

const clientOf = (file: string): string => fileURLToPath(new URL(`clients/${file}`, import.meta.url))

type Env = Record<string, string>

/** Runs a step of a generator. @throws Error with its output */
async function step(cwd: string, file: string, args: readonly string[], env: Env = {}): Promise<void> {
  const { code, out } = await program(cwd, file, args, env)
  // One generator reports omissions only as a warning.
  if (code !== 0 || out.includes('Warning(s) encountered'))
    throw new Error(`${file} ${args.join(' ')}: exit code ${code}\n${out}`)
}

/** This generator needs a part of TypeScript that version 7 removed. Its output works with both versions. */
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

/** The program on the documentation page, which is type-checked, too. */
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
    // The generator looks for its formatter on the PATH.
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

/** Compiles to CommonJS, since these generators import files without extensions. */
const COMPILE = ['--strict', '--target', 'es2022', '--module', 'commonjs', '--moduleResolution', 'node10']

/** A generator whose client is compiled together with a program. @param generate gives the command of the generator */
function compiled(
  name: string,
  packages: readonly string[],
  generate: (project: string, document: string) => Step,
): Generator {
  return {
    name,
    make: async (folder, document) => {
      const project = await npmProject(folder, name, [...packages, 'typescript@5.9.3', '@types/node@24.19.2'])
      await step(project, ...generate(project, document))
      const client = readFileSync(clientOf(`${name}.ts`), 'utf8').replaceAll("from 'made", "from './made")
      writeFileSync(join(project, 'client.ts'), client)
      const tsc = join(project, 'node_modules/typescript/bin/tsc')
      await step(project, process.execPath, [tsc, ...COMPILE, '--types', 'node', '--outDir', 'out', 'client.ts'])
      writeFileSync(join(project, 'out/package.json'), '{ "type": "commonjs" }')
      return { cwd: project, file: process.execPath, args: ['out/client.js'] }
    },
  }
}

type Step = readonly [file: string, args: readonly string[]]

const heyApi = compiled('hey-api', ['@hey-api/openapi-ts@0.99.0'], (project, document) => [
  process.execPath,
  [join(project, 'node_modules/@hey-api/openapi-ts/bin/run.js'), '-i', document, '-o', join(project, 'made')],
])

const orval = compiled('orval', ['orval@8.38.0'], (project, document) => {
  const args = ['--input', document, '--output', join(project, 'made/gateway.ts'), '--client', 'fetch']
  return [process.execPath, [join(project, 'node_modules/orval/dist/bin/orval.mjs'), ...args]]
})

const OPENAPI_GENERATOR = 'openapi-generator-cli-7.25.0.jar'

/** The command that generates a client of this kind with the jar from Maven Central. */
const jarStep = (folder: string, document: string, kind: string, output: string): Step => [
  'java',
  ['-jar', join(folder, OPENAPI_GENERATOR), 'generate', '-i', document, '-g', kind, '-o', output],
]

async function withJar(folder: string): Promise<string> {
  const artifact = 'org.openapitools:openapi-generator-cli:7.25.0'
  if (!existsSync(join(folder, OPENAPI_GENERATOR)))
    await step(folder, 'mvn', ['-q', '-B', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`])
  return folder
}

const typescriptFetch: Generator = {
  name: 'typescript-fetch',
  make: async (folder, document) => {
    await withJar(folder)
    const kind = 'typescript-fetch'
    return compiled(kind, [], (project) => jarStep(folder, document, kind, join(project, 'made'))).make(
      folder,
      document,
    )
  },
}

const openapiGeneratorPython: Generator = {
  name: 'openapi-generator-python',
  make: async (folder, document) => {
    const packages = ['urllib3==2.8.0', 'python-dateutil==2.9.0.post0', 'pydantic==2.14.3', 'typing-extensions==4.16.0']
    const bin = await pythonWith(folder, 'openapi-generator-python', packages)
    const output = join(folder, 'openapi-generator-python', 'made')
    await step(await withJar(folder), ...jarStep(folder, document, 'python', output))
    copyFileSync(clientOf('openapi_generator.py'), join(output, 'client.py'))
    return { cwd: output, file: join(bin, 'python'), args: ['client.py'] }
  },
}

const openapiGeneratorJava: Generator = {
  name: 'openapi-generator-java',
  make: async (folder, document) => {
    const output = join(folder, 'openapi-generator-java')
    await step(await withJar(folder), ...jarStep(folder, document, 'java', output))
    copyFileSync(clientOf('OpenapiGenerator.java'), join(output, 'src/main/java/OpenapiGenerator.java'))
    const classpath = ['dependency:build-classpath', '-Dmdep.outputFile=classpath']
    await step(output, 'mvn', [
      '-q',
      '-B',
      'compile',
      '-Dmaven.compiler.source=17',
      '-Dmaven.compiler.target=17',
      ...classpath,
    ])
    const jars = readFileSync(join(output, 'classpath'), 'utf8').trim()
    return { cwd: output, file: 'java', args: ['-cp', `target/classes${delimiter}${jars}`, 'OpenapiGenerator'] }
  },
}

/** A Go module with the generated code as its package `made`. */
function inGo(
  name: string,
  file: string,
  generate: (folder: string, document: string, project: string) => Promise<void>,
): Generator {
  return {
    name,
    make: async (folder, document) => {
      const project = join(folder, name)
      mkdirSync(join(project, 'made'), { recursive: true })
      await generate(folder, document, project)
      copyFileSync(clientOf(file), join(project, 'main.go'))
      writeFileSync(join(project, 'go.mod'), 'module gateway\n\ngo 1.25\n')
      for (const args of [
        ['mod', 'tidy'],
        ['vet', '.'],
        ['build', '-o', 'client', '.'],
      ])
        await step(project, 'go', args)
      return { cwd: project, file: './client', args: [] }
    },
  }
}

const openapiGeneratorGo = inGo('openapi-generator-go', 'openapi_generator.go', async (folder, document, project) => {
  const output = join(project, 'made')
  await step(await withJar(folder), ...jarStep(folder, document, 'go', output))
  // The output is a separate module with tests, which are removed.
  for (const name of ['go.mod', 'go.sum', 'test']) rmSync(join(output, name), { recursive: true, force: true })
})

const oapiCodegen = inGo('oapi-codegen', 'oapi_codegen.go', async (_, document, project) => {
  const tool = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.0'
  const output = ['-generate', 'types,client,skip-prune', '-package', 'gateway', '-o', join(project, 'made/gateway.go')]
  await step(project, 'go', ['run', tool, ...output, document])
})

export const generators: readonly Generator[] = [
  ...[openapiTypescript, openapiPythonClient, datamodelCodeGenerator, heyApi, orval, typescriptFetch],
  ...[openapiGeneratorPython, openapiGeneratorJava, openapiGeneratorGo, oapiCodegen],
]
