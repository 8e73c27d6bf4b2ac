import { z } from 'zod'

/** `before`: the client has this text already. `refused`: the number opted out or cannot be texted. */
export const Texted = z.enum(['queued', 'before', 'refused']).meta({ id: 'ClientTexted' })
export type Texted = z.infer<typeof Texted>

/** What staff read after a booking. `client`: first name or number. */
export const textedText: Record<Texted, (client: string) => string> = {
  queued: (client) => `${client} gets the text in ten seconds.`,
  before: (client) => `${client} has this text already.`,
  refused: (client) => `${client} gets no text: the number cannot be texted.`,
}
