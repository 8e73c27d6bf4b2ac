import type { Contacts } from '../../core/inbox/contacts.ts'

export const clientContacts: Contacts = {
  name: (sql, phone, salonId) => sql`
    (select c.first_name from clients c where c.salon_id = ${salonId} and c.phone = ${phone})`,
  async findNumber(sql, numbers, salonId) {
    const [row] = await sql<{ phone: string }[]>`
      select phone from clients where phone = any(${numbers}) and salon_id = ${salonId} limit 1`
    return row?.phone
  },
}
