import { z } from 'zod'

/** A whole number in a field. */
export const numberText = (min: number, max: number, message: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,5}$/, message)
    .transform(Number)
    .pipe(z.number().min(min, message).max(max, message))

/** The same, or empty. */
export const optionalNumber = (min: number, max: number, message: string) =>
  z
    .string()
    .trim()
    .refine(
      (text) => text === '' || (/^\d{1,5}$/.test(text) && Number(text) >= min && Number(text) <= max),
      message,
    )
    .transform((text) => (text === '' ? undefined : Number(text)))
