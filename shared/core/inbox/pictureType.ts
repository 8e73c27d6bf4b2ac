import { z } from 'zod'

export const PictureType = z.enum(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])
export type PictureType = z.infer<typeof PictureType>

const hex = (bytes: Uint8Array, from: number, to: number) =>
  [...bytes.subarray(from, to)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** The type of a picture by its first bytes; null for anything else, whatever it is called. */
export function pictureType(bytes: Uint8Array): PictureType | null {
  const start = hex(bytes, 0, 12)
  if (start.startsWith('ffd8ff')) return 'image/jpeg'
  if (start.startsWith('89504e470d0a1a0a')) return 'image/png'
  if (/^47494638(37|39)61/.test(start)) return 'image/gif'
  return /^52494646.{8}57454250$/.test(start) ? 'image/webp' : null
}
