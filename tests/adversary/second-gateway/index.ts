export {
  defaultFreedoms,
  type Freedoms,
  type PickOptions,
  pickFreedoms,
  type Switch,
  switches,
  unwarnedValues,
} from './freedoms/index.ts'
export { type SecondGateway, type StartOptions, startSecondGateway } from './http/server.ts'
