const admin = async (method, path, body) => {
  const response = await fetch(process.env.GATEWAY_ADMIN_URL + path, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}

/** Opens a project of the mock with its own key, so that parallel tests are isolated. */
exports.openProject = async (options = {}) => {
  const { name, key } = await admin('POST', '/projects', options)
  const path = `/projects/${name}`
  return {
    key,
    next: (...steps) => admin('POST', `${path}/script`, { next: steps }),
    unused: async () => (await admin('GET', `${path}/script`)).unused,
    verdict: () => admin('GET', `${path}/verdict`),
    close: () => admin('DELETE', path),
  }
}
