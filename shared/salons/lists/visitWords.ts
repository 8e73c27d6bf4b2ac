/** What the words of a heading say about the last visit, in the languages of our salons' systems. */

const words = (text: string) => new Set(text.trim().split(/\s+/))

const lastWords = words(`
  last latest previous prev recent lst letzter letzte letztes letzten zuletzt letztmals dernier derniere derniers dernieres ultima ultimo ultimul ultim
  ostatnia ostatni ostatnie ostatniej ostatniego ostatnio viimeisin viimeinen viimeksi sista senaste senast siste sidste sist laatste laatst deireanach
  dheireanach deiridh deireadh diwethaf olaf posledni poslednja paskutinis paskutine pedejais pedeja viimane utolso son ultimas ultimos последний последнее последняя
  остання останній`)

const visitWords = words(`
  visit visits visited in cut haircut trim seen appointment appointments appoint appt appts appnt apt app booking attended attendance attend came been here
  service serviced services treatment treatments session sessions checkin checkout check arrival
  besuch besuche besucht besuchs termin termine terminen buchung behandlung besuchsdatum termindatum da gesehen friseurbesuch salonbesuch
  visite visites visita visitas rdv rendez vous rendezvous venue passage prestation reservation cita citas reserva appuntamento appuntamenti seduta
  wizyta wizyty wizycie rezerwacja kaynti kaynnin varaus ajanvaraus besok bokning tid besog aftale time bestilling bezoek bezocht afspraak behandeling
  cuairt cuairte coinne coinni seisiun ymweliad apwyntiad visitare vizita vizite programare vizitas apsilankymas vizite kulastus kaik navsteva rezervace latogatas
  ziyaret randevu визит посещение запись візит запис`)

/** Names of a service are no dates: with these the values decide. */
const fillers = words(`
  date dates dated day on of the a an their client clients customer customers guest was most at our us with to salon shop d dt s hair when made time
  dd mm yyyy yy utc gmt completed past
  datum tag am der die das des den im vom kunde kunden beim le la les du de jour date client au data dia del el fecha paivamaara pvm dag dato den den dato
  an ar na dyddiad y data din uimhir`)

/** `LV`, and headings of lists with one row for each visit. */
const wholeNames = words(
  'lv lvd lva lastvisit lastseen lastin lastappt lastappointment lastbooking lastvisitdate lastvisited letzterbesuch zuletztda',
)
const visitDates =
  /^(?:visit date|date of visit|date visited|visited|visited on|besuchsdatum|date de visite|fecha de visita)$/

/** Whether a column holds the last visit, by its plain name. Every word must be understood: `Last visit amount` is another thing. */
export function isLastVisitColumn(plainName: string): boolean {
  const all = plainName.split(' ').filter(Boolean)
  if (all.length === 0 || all.length > 8) return false
  if (wholeNames.has(all.join('')) || visitDates.test(plainName)) return true
  const has = (set: ReadonlySet<string>) => all.some((word) => set.has(word))
  const isKnown = (word: string) => lastWords.has(word) || visitWords.has(word) || fillers.has(word)
  return has(lastWords) && has(visitWords) && all.every(isKnown)
}

const otherDates = words(`
  birth birthday birthdate dob born geburtstag geburtsdatum naissance anniversaire nacimiento urodzenia syntymaaika created create added joined join since
  registered registration signup signed updated modified edited changed imported exported consent consented opt optin optout marketing gdpr first next upcoming
  future expiry expires expiration wedding anniversary contacted contact email emailed texted text sms login patch reminder erstellt angelegt naechster
  nachster erster prochain premiere premier cree inscription rebook due call called review membership`)

/** Whether a column of dates is about something else, such as a birthday or the day on which the client was added. */
export const holdsOtherDates = (name: string): boolean =>
  (name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).some((word) => otherDates.has(word))
