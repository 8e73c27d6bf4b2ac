import type { Sql } from '../platform/db/open.ts'
import type { KeepMail } from '../platform/mail/mailer.ts'

/** Keeps mails instead of sending them. */
export const keepMailIn =
  (sql: Sql): KeepMail =>
  async ({ id, to, replyTo, subject, text, html }, now) => {
    await sql`
      insert into simulator.mails (id, at, to_address, reply_to, subject, body, html)
      values (${id}, ${now}, ${to}, ${replyTo}, ${subject}, ${text}, ${html})
      on conflict (id) do nothing`
  }

export interface KeptMail {
  id: string
  at: Date
  to: string
  subject: string
  body: string
}

/** The newest mails. */
export const listMails = (sql: Sql, limit: number) => sql<KeptMail[]>`
  select id, at, to_address as "to", subject, body from simulator.mails order by at desc, id limit ${limit}`

/** The HTML of a mail; undefined if there is none with this id. */
export async function findMailHtml(sql: Sql, id: string): Promise<string | undefined> {
  const [mail] = await sql<[{ html: string }?]>`select html from simulator.mails where id::text = ${id}`
  return mail?.html
}
