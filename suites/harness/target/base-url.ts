/** Validates a base URL. Messages do not repeat the URL: a bad one may hold a secret. */
import { IS_IT_SET } from '../catalogue/usage-error.ts'

/** What is wrong with a base URL and how to fix it; undefined if nothing is. */
export function faultOfBaseUrl(text: string): string | undefined {
  if (text.trim() === '') return `is empty; ${IS_IT_SET}`
  if (/\$[A-Za-z_{(]/.test(text))
    return 'contains an unexpanded variable; a shell expands none in single quotes, and a target file takes ${NAME}'
  if (/[^!-~]|["<>\\^`{|}]/.test(text))
    return 'contains a space or another character that URLs encode; remove it, or write it as %20 and the like'
  if (!URL.canParse(text))
    return hasPortAbove(text)
      ? 'has a port above 65535, which is the last one'
      : 'is not an absolute URL; write it like https://gateway.example.com'
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return 'has a scheme other than http and https; write it like https://gateway.example.com'
  }
  if (url.username || url.password) return 'contains a user name or a password; remove them: the key goes under keys'
  if (/[?#]/.test(text)) return 'contains a query or a fragment; remove them: keys never belong in a URL'
  const ending = /\/v1(\/models|\/chat\/completions)?(?=\/*$)/.exec(url.pathname)?.[0]
  if (ending !== undefined) return `ends with ${ending}; drop it, because the paths of the contract begin with /v1`
  return undefined
}

const hasPortAbove = (text: string): boolean => {
  const port = /^https?:\/\/[^/?#]*:(\d+)(?:[/?#]|$)/i.exec(text)?.[1]
  return port !== undefined && Number(port) > 65_535
}

/** Whether a host name, as written in a URL, is always this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

/** Whether only a program on the machine of the run can have responded at a base URL, however its host is spelt. */
export function isOfThisMachine(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl)
  return (
    isLoopback(hostname.replace(/\.$/, '')) || /^(0\.0\.0\.0|\[::\]|\[::ffff:7f[\da-f]{2}:[\da-f]+\])$/.test(hostname)
  )
}
