/** Jest runs this once, after all tests. */
export default () => globalThis.stopGateway()
