export {
  defaultFreedoms,
  type Freedoms,
  pickFreedoms,
  type Switch,
  switches,
  unwarnedValues,
} from './freedoms/index.ts'
export { type SecondGateway, startSecondGateway } from './http/server.ts'
