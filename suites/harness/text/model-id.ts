/** Whether an id has the form of 2.1: `svc/` and a name of lower-case letters, digits and hyphens. */
export const isModelId = (id: string): boolean => /^svc\/[a-z0-9-]+$/.test(id)
