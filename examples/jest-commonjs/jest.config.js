// A plain Jest setup: CommonJS, the default transform, no flag of Node. The mock runs outside of the tests.
module.exports = { globalSetup: './mock/start.mjs', globalTeardown: './mock/stop.mjs' }
