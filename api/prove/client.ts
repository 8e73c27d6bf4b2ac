import { Agent, type IncomingMessage, request } from 'node:http'

export interface Answer {
  /** 599 if there was no response. */
  status: number
  text: string
}

interface Options {
  method: string
  headers: Record<string, string>
  body?: string
  /** Aborts the request and the reading of the response. */
  signal?: AbortSignal
}

/**
 * Sends one request through `agent`; never rejects. Costs half the CPU time of fetch. If the server has closed a kept-alive
 * connection meanwhile, the request is repeated once on a new one.
 */
export async function send(url: string, agent: Agent, options: Options): Promise<Answer> {
  const answer = await sendOnce(url, agent, options)
  return answer === 'closed' ? ((await sendOnce(url, new Agent(), options)) as Answer) : answer
}

function sendOnce(
  url: string,
  agent: Agent,
  { method, headers, body = '', signal }: Options,
): Promise<Answer | 'closed'> {
  return new Promise((resolve) => {
    const length = { 'content-length': String(Buffer.byteLength(body)) }
    const allHeaders = { 'accept-encoding': 'identity', ...headers, ...length }
    const call = request(url, { agent, method, headers: allHeaders, ...(signal && { signal }) })
    const fail = (error: Error) => resolve({ status: 599, text: error.message })
    call.once('error', (error) => (call.reusedSocket && !signal?.aborted ? resolve('closed') : fail(error)))
    call.once('response', (response) => {
      readText(response).then((text) => resolve({ status: response.statusCode ?? 599, text }), fail)
    })
    call.end(body)
  })
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
