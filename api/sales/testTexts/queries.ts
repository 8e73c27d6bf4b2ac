import type { Sql } from '../../platform/db/open.ts'

export async function findTestNumber(sql: Sql, adminId: string): Promise<string | null> {
  const [admin] = await sql<{ testNumber: string | null }[]>`
    select test_number from admins where id = ${adminId}`
  return admin?.testNumber ?? null
}

export async function saveTestNumber(sql: Sql, adminId: string, phone: string | null): Promise<void> {
  await sql`update admins set test_number = ${phone} where id = ${adminId}`
}

/** Reserves this minute for a test. False if the last test was queued less than a minute ago. */
export async function takeTurn(sql: Sql, adminId: string, now: Date): Promise<boolean> {
  const { count } = await sql`
    update admins set tested_at = ${now}
    where id = ${adminId} and (tested_at is null or tested_at <= ${new Date(now.getTime() - 60_000)})`
  return count > 0
}

export async function findReader(sql: Sql, prospectId: string) {
  const [prospect] = await sql<{ name: string; category: string | null }[]>`
    select name, category from prospects where id = ${prospectId}`
  return prospect
}
