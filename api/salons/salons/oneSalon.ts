import type { Salon } from '@salonback/shared/salons/salons/contract.ts'
import type { Sql } from '../../platform/db/open.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { findSalon } from './queries.ts'

/** Throws 404 for an unknown id. */
export async function oneSalon(sql: Sql, id: string, now?: Date): Promise<Salon> {
  const salon = await findSalon(sql, id, now)
  if (!salon) throw notFound('Salon')
  return salon
}

/** Throws 404 for an unknown id, 409 for a closed salon. */
export async function openSalon(sql: Sql, id: string): Promise<Salon> {
  const salon = await oneSalon(sql, id)
  if (salon.state === 'closed') throw new AppError('conflict', 'This salon is closed')
  return salon
}
