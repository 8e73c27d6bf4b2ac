import { Readable } from 'node:stream'
import type { ProtocolRequest, ProtocolResponse } from 'electron'

/** net::ERR_FAILED: to the page the same as a connection that broke. */
export const failure: ProtocolResponse = { error: -2 }

/** What a scheme answers with; a whole text or file as a stream of one piece. */
export const streamed = (
  content: string | Buffer | null,
  headers: Record<string, string> = {},
  statusCode = 200,
): ProtocolResponse => ({
  statusCode,
  headers,
  data: Readable.from(content === null ? [] : [Buffer.from(content)]),
})

type Asked = Pick<ProtocolRequest, 'url' | 'method' | 'headers' | 'uploadData'>

/** Answers a request of the page by a function of the Fetch API, which is loaded with the first of them. */
export async function fetched(
  { url, method, headers, uploadData = [] }: Asked,
  answer: (request: Request) => Promise<Response> | Response,
): Promise<ProtocolResponse & { statusText?: string }> {
  // The console sends text; a file would be named by a path, which is not followed.
  const body = Buffer.concat(uploadData.flatMap(({ bytes }) => bytes ?? []))
  const request = new Request(url, { method, headers, ...(body.length > 0 && { body }) })
  const response = await answer(request)
  if (response.type === 'error') return failure
  return {
    statusCode: response.status,
    statusText: response.statusText,
    headers: Object.fromEntries(response.headers),
    // The two types of stream are one; only their declarations differ.
    data: response.body ? Readable.fromWeb(response.body as never) : Readable.from([]),
  }
}
