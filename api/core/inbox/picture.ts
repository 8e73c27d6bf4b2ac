import { pictureType } from '@salonback/shared/core/inbox/pictureType.ts'
import type { CallContext } from '../../deps.ts'
import type { Sql } from '../../platform/db/open.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { asJson } from '../../platform/http/json.ts'
import type { CarrierMedia } from '../messages/carrierMedia.ts'

/** A received text of the agency or a salon that came with files: its SID at the carrier. */
async function findTextWithMedia(sql: Sql, id: string, index: number): Promise<string | undefined> {
  const [row] = await sql<{ sid: string }[]>`
    select sid from messages
    where id = ${id} and direction = 'inbound' and sid is not null and num_media > ${index}`
  return row?.sid
}

/**
 * Returns a picture of a text as JSON, so that a browser never renders its bytes as a page. Its type comes from the bytes,
 * because the sender chose the type that the carrier reports.
 */
export async function readPicture(
  { id, index }: { id: string; index: number },
  { sql, carrier, log, http }: CallContext,
): Promise<Response> {
  const sid = await findTextWithMedia(sql, id, index)
  if (sid === undefined) throw notFound('Picture')
  const media = await carrier.fetchMedia({ sid, index }).catch((error: unknown): CarrierMedia => {
    log.warn({ err: error, text: id }, 'a picture could not be fetched')
    throw new AppError('carrier', 'The carrier did not send the picture.')
  })
  if (media.kind === 'missing') throw new AppError('not_found', 'The carrier no longer has this picture.')
  if (media.kind === 'tooLarge') throw new AppError('too_large', 'This file is larger than 5 MB.')
  const type = pictureType(media.bytes)
  if (type === null) throw new AppError('wrong_type', 'This file is no picture that can be shown.')
  http.header('Cache-Control', 'private, max-age=3600')
  http.header('Content-Disposition', 'attachment; filename="picture.json"')
  http.header('X-Content-Type-Options', 'nosniff')
  const json = JSON.stringify({ type, data: Buffer.from(media.bytes).toString('base64') })
  return asJson(http, json)
}
