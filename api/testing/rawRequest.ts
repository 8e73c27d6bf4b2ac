/** The bytes of an HTTP/1.1 request. */
export function rawRequest(
  origin: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Buffer {
  const { host } = new URL(origin)
  const all = { host, ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(
    `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${body ?? ''}`,
  )
}
