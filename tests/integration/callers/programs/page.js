/** Sends a list request, a completion and a stream from a page of another origin. Ignores the responses. */
const { base, key, model, text } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
const headers = { authorization: `Bearer ${key}` }
const plain = { model, messages: [{ role: 'user', content: text }], max_tokens: 16 }
await fetch(`${base}/models`, { headers }).catch(() => undefined)
for (const body of [plain, { ...plain, stream: true }]) {
  const typed = { ...headers, 'content-type': 'application/json' }
  await fetch(`${base}/chat/completions`, { method: 'POST', headers: typed, body: JSON.stringify(body) }).catch(
    () => undefined,
  )
}
document.title = 'done'
