import { expect, test } from 'vitest'
import { mapColumns } from './columns.ts'

const list = (text: string) => text.trim().split(/\s*[|\n]\s*/)

test.each(
  list(`Mob|Mob.|MOB NO|Mobile #|Mobile No.|Cell|Cell #|Cell Phone|Handy|Handynummer|Handy-Nr.|Client Mobile|Client Phone No|Telephone No.|Tel.|Tel No|TEL|Ph|Ph.|Ph No
    Phone/Mobile|Mobile / Phone|WhatsApp|WhatsApp Number|Contact No.|Contact number|SMS Number|Number to text|Phone (mobile)|Customer's mobile|mobileNumber|PHONE_NUMBER|Phone1
    Teléfono|Teléfono móvil|Móvil|Celular|Telemóvel|Téléphone|Portable|N° de téléphone|Numéro de portable|Telefon|Telefonnummer|Mobilnummer|Mobiltelefon|Telefoonnummer
    Mobiel|Numer telefonu|Nr telefonu|Telefon komórkowy|Komórka|Număr de telefon|Nr. telefon|Telefon mobil|Puhelin|Puh.|Matkapuhelin|Kännykkä|Puhelinnumero
    Cellulare|Numero di telefono|Ffôn|Rhif ffôn|Ffôn symudol|Fón|Fón póca|Uimhir fóin póca|Guthán|Telefono numeris|Mobil|Tlf|Tlf.nr|GSM|Mobile number (UK)|Preferred phone`),
)('%j is a phone column', (name) => {
  expect(mapColumns(['Foo', name]).phone).toBe(1)
})

test.each(
  list(`Card Number|Client Number|Customer No|Landline|Mobile consent|Emergency contact|Emergency contact number|Emergency Phone|Fax|Fax number|Telefax|Loyalty number|Account number
    Home phone|Work phone|Phone type|Mobile carrier|Phone verified|SMS marketing|Mobile opt in|Mobile marketing|Number of visits|Order number|Invoice No|Ref no|House number|VAT number
    Parent mobile|Next of kin phone|Staff mobile|Phone consent|Preferred contact method|Last contact|Contact name|Contact email|Text reminders|Mobile notes|Phone calls|Country code|Date|Company phone`),
)('%j is no phone column', (name) => {
  expect(mapColumns(['Foo', name]).phone).toBeUndefined()
})

test.each(['Number', 'Contact', 'Numbers', 'Nr', 'Contact details', 'Kontakt', 'Numero'])(
  '%j is a phone column if its values are numbers',
  (name) => {
    const facts = (numbers: number) => [
      { filled: 10, numbers: 0 },
      { filled: 10, numbers },
    ]
    expect(mapColumns(['Foo', name], facts(9)).phone).toBe(1)
    expect(mapColumns(['Foo', name], facts(1)).phone).toBeUndefined()
    expect(mapColumns(['Foo', name]).phone).toBeUndefined()
  },
)

test('a column with numbers goes before a better name without', () => {
  const facts = [
    { filled: 9, numbers: 0 },
    { filled: 9, numbers: 8 },
  ]
  expect(mapColumns(['Mobile', 'Phone'], facts).phone).toBe(1)
})

test.each(
  list(`SMS Consent|Text consent|SMS opt-in|Marketing SMS opt in|Accepts SMS|Agreed to texts|Marketing preferences|GDPR consent|Can text|SMS marketing (Y/N)|SMS Allowed
    Marketing permissions|Contact permission|Communication preferences|Receives SMS marketing|Email & SMS consent|SMS|Marketing`),
)('%j holds consent', (name) => {
  expect(mapColumns(['Mobile', name])).toEqual({ phone: 0, consent: 1 })
})

test.each(
  list(`SMS opt out|Opted out of SMS|Do not text|Do not SMS|No SMS|No texts|Unsubscribed from texts|SMS Unsubscribed|Marketing opt-out|SMS opt-out date|Stop texts|Never text
    Declined marketing|No marketing texts`),
)('%j holds refusals', (name) => {
  expect(mapColumns(['Mobile', name])).toEqual({ phone: 0, optOut: 1 })
})

test.each(
  list(`SMS reminders|Reminder consent|Email consent|Email marketing|Email opt out|Newsletter|SMS consent date|Texts sent|Last text|Photo consent|Appointment texts|Marketing source|SMS notifications
    Consent to treatment`),
)('%j is no answer about marketing texts', (name) => {
  expect(mapColumns(['Mobile', name])).toEqual({ phone: 0 })
})
