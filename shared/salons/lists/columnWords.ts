/** What the words of a heading say about numbers and consent, in any of the languages that our salons' systems use. */

const words = (text: string) => new Set(text.trim().split(/\s+/))

const mobileWords = words(`
  mobile mobiles mob mobs mbl mobl mobileno mobilenumber mobilephone mobilenr cell cells cellphone cellular cellno handy handynummer handynr mobil mobiltelefon
  mobilnummer mobilnr mobiltelefonnummer mobiltlf movil moviles celular celulare telemovel telemobil portable kannykka matkapuhelin matkapuhelinnumero
  gsm komorka komorkowy komorkowe komorkowego mobilny mobilni mobilen mobilus mobilais mobiel mobiele cellulare symudol poca soghluaiste whatsapp mobiili
  mobiilinumero mobilusis mobilais viber`)

const phoneWords = words(`
  phone phones ph phoneno phonenumber phonenum phonenr tel tels telno telnr telephone telephones tele telefon telefono telefonos telefone telefonnr telefonnummer
  telefoon telefoonnummer telefoonnr telefonas telefono telefonu telefonie telefonnumer telefonszam telefonnimi puhelin puhelinnumero puh puhnro puhelinnro
  tfn tlf tlfnr rufnummer telefonas telefonai telefons ffon fon foin guthan guthain teileafon teileafoin numartelefon fono`)

/** Alone they can name anything: they count if no other word follows. */
const numberWords = words(`
  number numbers n no nos nr num nbr numero numeros nummer numer numar numaru numaras uimhir rhif nro numeris`)

const ownWords = words(`
  client clients clientes clienta cliente klient klienta klientin kunde kunden kundin asiakas asiakkaan customer customers guest patient member person personal
  s your my their the of de di du do da der des le la el cwsmer cleient custaim main primary preferred best first default 1 one value contact contacts
  kontakt kontaktu kontaktowy contacto contato contatto sms text texts txt texting textable whatsapp incl including with area code and or e 164 international for
  intl national local full formatted gb uk ie us usa eu required optional app yhteys cyswllt teagmhala i y et und oder ou lub o a an fon na nr`)

/** With these a column holds another thing than the number of the client. */
const foreignWords = words(`
  card cards loyalty gift voucher fax telefax emergency ice kin nok parent parents guardian mother mum father dad partner spouse husband wife carer next
  staff stylist therapist employee salon branch store shop owner manager referrer referred referral doctor gp company supplier
  consent consents consented opt optin optout opted permission permissions marketing promo promotional promotions reminder reminders notification notifications alerts
  allowed accepts accept accepted agreed agree ok okay gdpr preference preferences preferred_ verified valid validated confirmed status type kind method
  extension ext prefix provider network carrier model make device os version brand bill contract cost charges last date time day_ notes note comments
  id ids account acc invoice order booking bookings ref reference vat tax iban sort visit visits appointments calls called count total sent received
  address email mail name first_ surname country dialling dial city postcode zip membership treatment hair password pin stopped unsubscribed blocked`)

/** A second number of the client, often one that takes no texts. */
const secondWords = words(`
  landline landlines home house work office business daytime day evening night other alt alternate alternative alternativ additional secondary second 2 3 two
  zweite second backup extra fixed fijo fixe festnetz festnetznummer privat geschaftlich domicile casa trabajo stacjonarny lanka baile cartref gwaith`)

export type NumberColumn = 'mobile' | 'phone' | 'number' | 'second'

/** What number a column holds, by its plain name; null for none. `number` is a weak name, such as `Contact`. */
export function numberColumn(plainName: string): NumberColumn | null {
  const all = plainName.split(' ').filter(Boolean)
  const has = (set: ReadonlySet<string>) => all.some((word) => set.has(word))
  const isMobile = has(mobileWords)
  const isPhone = isMobile || has(phoneWords)
  if (all.length > 6 || all.length === 0) return null
  if (plainName === 'landline' || plainName === 'landline number' || plainName === 'festnetz') return 'second'
  if (!isPhone) return isWeakName(all) ? 'number' : null
  if (has(foreignWords)) return null
  if (has(secondWords)) return 'second'
  const known = all.every((word) =>
    [mobileWords, phoneWords, numberWords, ownWords].some((set) => set.has(word)),
  )
  if (!known) return null
  return isMobile ? 'mobile' : 'phone'
}

/** Whether a heading names a number that is not the client's mobile: `Loyalty card`, `Client ID`, `Home phone`. */
export const holdsOtherNumbers = (name: string): boolean =>
  (name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).some(
    (word) => foreignWords.has(word) || secondWords.has(word),
  )

const WEAK =
  /^(?:(?:my |the |best |main |primary |your )?(?:contact|contacts|contact number|number|numbers|digits|kontakt|kontaktnummer|contacto|numero|nummer|numer|numar|numar de contact|numero de contacto|nr|yhteystieto|cyswllt|uimhir|uimhir theagmhala)|contact (?:no|nr|num|info|details)|(?:sms|text|texting)(?: to)?(?: number| no| nr| num| numero)|number to text)$/

const isWeakName = (all: readonly string[]) => WEAK.test(all.join(' '))

const textWords = words(
  'sms text texts texting txt marketing promo promotional promotions promotion gdpr communication communications comms tekstiviesti markkinointi mms',
)
const agreeWords = words(`
  consent consents consented opt optin opted permission permissions permitted accepts accept accepted agreed agrees agree agreement allowed allow ok okay subscribed
  subscription subscriber receive receives preference preferences preferred enabled can lupa status happy wants signed`)
const refuseWords = words(
  'optout out unsubscribed unsubscribe stop stopped blocked no not dont do declined refused objected objection suppressed dnc never',
)
/** Not about marketing. */
const otherPurposes = words(
  'reminder reminders appointment appointments booking bookings notification notifications transactional confirmation photo photos image images',
)
const otherChannels = words(
  'email emails mail newsletter newsletters post postal call calls phone whatsapp push facebook instagram',
)
const smsWords = words('sms text texts texting txt tekstiviesti mms')
const notAnAnswer = words(
  'date time source by at ip count sent last id history rating review reviews spend channel delivered number numbers nr',
)

/** Whether a column says yes or no to marketing texts, by its plain name. */
export function consentColumn(plainName: string): 'consent' | 'optOut' | null {
  const name = plainName.replace(/ (?:y n|yes no|true false)$/, '')
  const all = name.split(' ').filter(Boolean)
  const has = (set: ReadonlySet<string>) => all.some((word) => set.has(word))
  if (all.length > 7 || !has(textWords) || has(otherPurposes)) return null
  if (has(otherChannels) && !has(smsWords)) return null
  if (has(refuseWords)) return 'optOut'
  if (has(notAnAnswer)) return null
  return has(agreeWords) || /^(?:receives? |send )?(?:sms|text|texts) marketing$/.test(name)
    ? 'consent'
    : null
}
