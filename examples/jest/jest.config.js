// The package consists of ES modules: no transform, and Node with --experimental-vm-modules (see package.json).
export default { testEnvironment: 'node', transform: {} }
