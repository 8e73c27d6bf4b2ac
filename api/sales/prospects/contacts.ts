import type { ProspectHead, Prospects } from '../../core/inbox/contacts.ts'

export const prospectContacts: Prospects = {
  name: (sql, phone) => sql`(select p.name from prospects p where p.phone = ${phone})`,
  async findNumber(sql, numbers) {
    const [row] = await sql<
      { phone: string }[]
    >`select phone from prospects where phone = any(${numbers}) limit 1`
    return row?.phone
  },
  listed: (sql, phone) => ({
    joins: sql`left join prospects p on p.phone = ${phone}`,
    columns: sql`p.contact_status as "contactStatus", p.name as "businessName", p.id as "prospectId"`,
  }),
  async find(sql, phone) {
    const [row] = await sql<ProspectHead[]>`
      select id as prospect_id, name as business_name, contact_status, category, country, address, rating, review_count,
        team_size
      from prospects where phone = ${phone}`
    return row
  },
}
