import { paths } from './paths.ts'
import { recordSchemas, schemas } from './schemas.ts'

type Paths = typeof paths
type IdsIn<Methods> = Methods[keyof Methods] extends infer Described
  ? Described extends { readonly operationId: infer Id extends string }
    ? Id
    : never
  : never

/** The name of an operation. */
export type OperationId = { [Path in keyof Paths]: IdsIn<Paths[Path]> }[keyof Paths]

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

/** The admin API of the mock, in OpenAPI 3.1. */
export const document = {
  openapi: '3.1.1',
  info: {
    title: 'Admin API of the mock gateway',
    version: '1.0.0',
    description: 'What a test does with a running mock from another process. It is not part of the contract.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/' }],
  tags: [
    { name: 'mock', description: 'The mock as a whole.' },
    { name: 'projects', description: 'Projects and what they answer.' },
    { name: 'records', description: 'What has happened.' },
  ],
  security: [{}, { token: [] }],
  paths,
  components: {
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer', description: 'Asked for where the mock was started with a token.' },
    },
    schemas: { ...schemas, ...recordSchemas },
    responses: Object.fromEntries(
      Object.entries(ERRORS).map(([status, description]) => [status, { description, content: error }]),
    ),
  },
}
