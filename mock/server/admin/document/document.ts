import type { Description, Parameter, Schema } from './building.ts'
import { OPERATIONS } from './operations.ts'
import { recordSchemas, schemas } from './schemas.ts'

const ERRORS = {
  400: 'The request cannot be used.',
  401: 'The token is missing, or it is another one.',
  403: 'The Host is not a loopback name, and the mock has no token.',
  404: 'There is no such project, observation or document.',
  409: 'This mock cannot do it, or not now.',
  413: 'The body is too large.',
  415: 'The body is not said to be JSON.',
  500: 'The mock broke.',
  503: 'The store that several mocks share cannot be reached.',
}

const error = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }

const IN_PATH: Readonly<Record<string, string>> = {
  name: 'The name of a project.',
  id: 'What the start of the observation gave.',
}

/** The parameters of a path, which are in braces. */
const inPath = (path: string): Parameter[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: IN_PATH[name] ?? '',
    schema: { type: 'string', pattern: '^[\\w-]+$' },
  }))

const json = (schema: Schema) => ({ content: { 'application/json': { schema } } })

function tagOf(path: string): 'mock' | 'projects' | 'records' {
  if (/\/(?:journal|ledger|metrics|observations|requests|verdict)\b/.test(path)) return 'records'
  return path.startsWith('/projects') ? 'projects' : 'mock'
}

function described(operationId: string, path: string, row: Description) {
  const { summary, description, query = [], body, success, errors = [] } = row
  const parameters = [...inPath(path), ...query]
  const ofProject = path.includes('{name}') ? [404] : []
  const refusals = [400, 401, 403, ...ofProject, ...errors, ...(body ? [413, 415] : []), 500]
  return {
    operationId,
    tags: [tagOf(path)],
    summary,
    ...(description && { description }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, ...json(body) } }),
    responses: {
      [success.status]: {
        description: success.description,
        ...(success.schema && { content: { [success.type ?? 'application/json']: { schema: success.schema } } }),
      },
      ...Object.fromEntries(refusals.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
    },
  }
}

/** Groups the rows by path and method. */
function pathsOf(rows: Readonly<Record<string, Description>>) {
  const paths: Record<string, Record<string, ReturnType<typeof described>>> = {}
  for (const [id, row] of Object.entries(rows)) {
    const [method = '', path = ''] = row.on.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: described(id, path, row) }
  }
  return paths
}

/** The admin API of the mock, in OpenAPI 3.1. */
export const document = {
  openapi: '3.1.1',
  info: {
    title: 'Admin API of the mock gateway',
    version: '1.0.0',
    description: 'Lets a test control a running mock from another process. Not part of the contract.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/' }],
  tags: [
    { name: 'mock', description: 'The mock as a whole.' },
    { name: 'projects', description: 'Projects and their replies.' },
    { name: 'records', description: 'Journal, ledger and verdicts.' },
  ],
  security: [{}, { token: [] }],
  paths: pathsOf(OPERATIONS),
  components: {
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer', description: 'Required if the mock was started with a token.' },
    },
    schemas: { ...schemas, ...recordSchemas },
    responses: Object.fromEntries(
      Object.entries(ERRORS).map(([status, description]) => [status, { description, content: error }]),
    ),
  },
}
