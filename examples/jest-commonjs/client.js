/** Represents your code: a client that repeats a request after the time in Retry-After. */
exports.ask = async (question, { baseUrl, key, model }) => {
  const request = {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: question }] }),
  }
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${baseUrl}/v1/chat/completions`, request)
    const answer = await response.json()
    if (response.ok) return answer.choices[0].message.content
    const wait = Number(response.headers.get('retry-after')) * 1000
    if (wait === 0 || attempt === 3) throw new Error(answer.error.message)
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}
