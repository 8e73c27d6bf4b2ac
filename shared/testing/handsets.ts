/** A fault of the simulated phone network; `kind` is one of `faultKinds` in api/simulator/faults.ts. */
export interface Fault {
  kind: string
  /** Only for texts to this number. */
  number?: string
  code?: number
  ms?: number
  times?: number
  count?: number
  probability?: number
}

export interface HandsetText {
  body: string
  /** `out`: from the service to the handset. */
  direction: 'in' | 'out'
}

/** Client for a server's simulated phones and their network, over the HTTP API of the handsets page. */
export function handsetsOf(origin: string) {
  async function call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${origin}/dev/phones/${path}`, {
      method,
      headers: { 'content-type': 'application/json', origin },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.status === 204 ? undefined : response.json()
  }
  const handset = (phone: string) => `api/handsets/${encodeURIComponent(phone)}`
  const texts = async (phone: string) =>
    ((await call('GET', handset(phone))) as { texts: HandsetText[] }).texts
  return {
    /** Sends a text from the phone, to the number that last texted it or to this one. */
    send: (phone: string, body: string, to?: string) => call('POST', `${handset(phone)}/send`, { body, to }),
    /** Sends files, as base64, that the phone calls PNG pictures. */
    sendPictures: (phone: string, body: string, files: string[]) =>
      call('POST', `${handset(phone)}/send`, {
        body,
        media: files.map((data) => ({ contentType: 'image/png', data })),
      }),
    /** The phone's texts, oldest first. */
    texts,
    /** Bodies of the texts that the phone got from us, oldest first. */
    arrived: async (phone: string) =>
      (await texts(phone)).flatMap(({ direction, body }) => (direction === 'out' ? [body] : [])),
    injectFault: (fault: Fault) => call('POST', 'faults', { ...fault }),
    clearFaults: () => call('DELETE', 'faults'),
  }
}
