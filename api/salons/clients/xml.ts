import { SaxesParser } from 'saxes'
import { yieldToEventLoop } from '../../platform/http/connection.ts'
import { damaged } from './zip.ts'

export interface XmlHandlers {
  open(name: string, attributes: Record<string, string>): void
  close?(name: string): void
  text?(text: string): void
}

/** Writers choose their own prefixes: `<x:row>` is `<row>`, `r:id` is `id`. */
const withoutPrefix = (name: string) => (name.includes(':') ? name.slice(name.indexOf(':') + 1) : name)

function plainAttributes(attributes: Record<string, string>): Record<string, string> {
  const names = Object.keys(attributes)
  if (!names.some((name) => name.includes(':'))) return attributes
  return Object.fromEntries(names.map((name) => [withoutPrefix(name), attributes[name] ?? '']))
}

/** Excel allows 32,767 characters; each can take 9 bytes. The parser keeps a text until its end. */
const LONGEST_TEXT = 512 * 1024

/** Parses an XML file while it is unpacked. Names have no prefix. Throws ListFault if it is not well-formed. */
export async function parseXml(chunks: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false })
  parser.on('error', () => {
    throw damaged()
  })
  let sinceTag = 0
  parser.on('opentag', ({ name, attributes }) => {
    sinceTag = 0
    handlers.open(withoutPrefix(name), plainAttributes(attributes))
  })
  parser.on('closetag', ({ name }) => {
    sinceTag = 0
    handlers.close?.(withoutPrefix(name))
  })
  parser.on('text', (text) => handlers.text?.(text))
  parser.on('cdata', (text) => handlers.text?.(text))
  const decoder = new TextDecoder()
  for await (const chunk of chunks) {
    // Chunks that are unpacked already would keep other requests waiting.
    await yieldToEventLoop()
    parser.write(decoder.decode(chunk, { stream: true }))
    sinceTag += chunk.length
    if (sinceTag > LONGEST_TEXT) throw damaged()
  }
  parser.write(decoder.decode()).close()
}
