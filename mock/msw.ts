/** The entry point for msw, in Node and in browsers; it does not need Node. */
export { gatewayHandlers, type HandlerOptions } from './control/msw-handlers.ts'
export * from './portable.ts'
