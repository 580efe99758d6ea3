/** The base URL of a server. */
export function urlOf(host: string, port: number, tls: boolean): string {
  return `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`
}
