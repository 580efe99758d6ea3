/** The door for msw, in Node and in browsers: nothing behind it needs Node. */
export { gatewayHandlers, type HandlerOptions } from './control/msw-handlers.ts'
export * from './portable.ts'
