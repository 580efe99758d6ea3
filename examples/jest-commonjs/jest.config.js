// Jest as it is: CommonJS, its own transform, no flag of Node. The mock runs next to the tests.
module.exports = { globalSetup: './mock/start.mjs', globalTeardown: './mock/stop.mjs' }
