import { plainName } from '../lists/columns.ts'
import { numberColumn } from '../lists/columnWords.ts'
import { isZoneWord } from './csvZones.ts'

const words = (text: string) => text.trim().split(/\s+/)

/**
 * Names of columns, as letters and digits alone, the best first. Those of Fresha, Square, Acuity and Calendly are from files that
 * others publish readers for: Fresha has day and time apart (`Scheduled date`, `Appt. slot`) and no numbers, Acuity and Calendly
 * have no state.
 */
const names = {
  externalId: words(`
    apptref appointmentref appointmentreference appointmentid appointmentno appointmentnumber bookingid
    bookingref bookingreference bookingno bookingnumber eventuuid eventid reservationid refno reference ref id`),
  name: words(
    'client clientname clientfullname customer customername guest guestname inviteename fullname name',
  ),
  firstName: words('firstname clientfirstname customerfirstname inviteefirstname givenname forename'),
  lastName: words('lastname clientlastname customerlastname inviteelastname familyname surname'),
  phone: words(
    'textremindernumber inviteephone inviteephonenumber inviteemobile attendeephone attendeephonenumber attendeemobile',
  ),
  day: words(`
    startdateandtime startdatetime starttime scheduleddate appointmentdate appointmentdatetime apptdate
    bookingdatetime startdate startsat startat start appointmentstart appointmentstarttime eventstart scheduledfor
    dateandtime datetime visitdate servicedate date day appointmenttime`),
  clock: words(`
    apptslot appointmentslot timeslot slot starttime scheduledtime appointmenttime appttime appointmentstarttime
    bookingtime time`),
  bookedAt: words(`
    createddate createdat createdon createddatetime eventcreateddatetime created datecreated creationdate datescheduled
    datebooked bookedon bookedat bookeddate dateadded bookingcreated bookingcreatedat bookingmade bookingmadeon`),
  timeZone: words(`
    timezone tz zone starttimezone appointmenttimezone bookingtimezone eventtimezone calendartimezone
    businesstimezone locationtimezone salontimezone venuetimezone accounttimezone`),
  netAmount: words(`
    netsales netamount nettotal netprice netrevenue netvalue netservicesales totalnet pricenet salesnet amountnet net
    netto nettobetrag nettopreis montantht prixht totalht importeneto preciosiniva`),
  amount: words(`
    servicetotal servicesales appointmentprice serviceprice price totalprice total amount value cost totalamount
    amountpaid totalpaid paidamount paymentamount serviceamount servicecost servicevalue appointmenttotal
    appointmentvalue appointmentamount bookingvalue bookingtotal bookingprice bookingamount totalcost totalsales sales
    revenue servicerevenue pricesold finalprice saleamount saletotal ordertotal invoicetotal subtotal preis betrag
    prix montant precio importe`),
  grossAmount: words(`
    grosssales grossamount grosstotal grossprice grossrevenue gross salesgross pricegross brutto bruttobetrag
    bruttopreis montantttc prixttc totalttc precioconiva`),
  tax: words('vat vatamount totalvat tax taxamount taxes totaltax salestax vattotal mwst ust tva iva'),
  taxRate: words('vatrate taxrate vatpercent taxpercent vatpercentage taxpercentage mwstsatz'),
  discount: words(`
    discount discounts discountamount totaldiscount totaldiscounts discountvalue discounttotal discountgiven
    discountapplied servicediscount amountdiscounted rabatt remise descuento`),
  discountRate: words(
    'discountpercent discountpercentage discountrate discountpct percentdiscount percentagediscount percentoff',
  ),
  refund: words(`
    refund refunds refunded refundamount refundedamount amountrefunded totalrefund totalrefunds totalrefunded
    refundtotal refundvalue isrefund isrefunded wasrefunded refundedat refundedon refunddate refundeddate`),
  tip: words(
    'tip tips tipamount tipsamount totaltip totaltips gratuity gratuities pourboire trinkgeld propina',
  ),
  retail: words(
    'retail retailsales retailtotal retailamount products productsales producttotal productamount',
  ),
  currency: words('currency currencycode ccy paymentcurrency salecurrency wahrung waehrung devise moneda'),
  rowType: words('type transactiontype rowtype linetype saletype transaction entrytype recordtype itemtype'),
  payment: words('paymentstatus paymentstate salestatus invoicestatus orderstatus paid'),
}

/** Columns of the state, by patterns: systems build their names from few words. */
const patterns = {
  state:
    /^(?:appointment|appt|booking|visit|event|service|calendar|activation|current|reservation|line|attendance)?(?:status|state|outcome)$|^(?:attendance|attendances|terminstatus|statut|estado|stadas)$/,
  canceled:
    /^(?:is|was|has|date|time|reason|marked|markedas|appointment|appt|booking|visit|event|client|late)?(?:for|as)?(?:cancell?ed|cancell?ation|cancell?|storniert|annule|cancelado|cancelada|deleted|declined)(?:for|at|on|by|am|le|date|time|dateandtime|datetime|timestamp|reason|reasons|note|notes|comment|comments|type|flag)?$/,
  noShow:
    /^(?:is|was|date|marked|markedas|appointment|appt|booking|client|customer|guest)?(?:as)?(?:noshow|noshowed|didnotattend|didnotshow|didnotarrive|didnotcome|dna|missed|missedappointment|absent)(?:at|on|by|date|time|reason|flag|createddatetime)?$/,
  attended:
    /^(?:is|was|did|has|client|customer|guest|appointment)?(?:client|customer|guest)?(?:attended|attend|arrived|came|showed|showedup|showup|turnedup|present)(?:at|on|date|time|flag)?$/,
  done: /^(?:is|was|has|client|customer|guest|appointment|service)?(?:completed|complete|checkedin|checkin|checkedout|checkout|finished|fulfilled|served)(?:at|on|date|time|flag)?$/,
}

export type CsvColumn = keyof typeof names | keyof typeof patterns

/** A column of the file. */
export interface CsvPlace {
  index: number
  /** As the file spells it. */
  name: string
  /** Without spaces, marks and note. */
  bare: string
  /** What the heading says in brackets or at its end: `UTC` of `Start (UTC)`. Empty without. */
  note: string
}

/** Where each column is, the best first. */
export type CsvColumns = Record<CsvColumn, CsvPlace[]>

const NOTE = /^(.*?)\s*[([]([^()[\]]*(?:\([^()]*\))?[^()[\]]*)[)\]]\s*(.*)$/
const MONEY_NOTES = /^(?:gbp|eur|usd|chf|cad|aud|nzd|sek|nok|dkk|pln|pence|cents|percent|pct)$/

/** The heading without the zone, currency or sign that it names. */
function placeOf(name: string, index: number): CsvPlace {
  const text = name.slice(0, 200)
  const [, before = text, inside = '', after = ''] = NOTE.exec(text) ?? []
  const all = plainName(`${before} ${after}`).split(' ')
  const last = all.at(-1) ?? ''
  const hasLast = inside === '' && all.length > 1 && (isZoneWord(last) || MONEY_NOTES.test(last))
  const note = inside || (hasLast ? last : (/[£€$%]/.exec(text)?.[0] ?? ''))
  return { index, name, bare: all.slice(0, hasLast ? -1 : undefined).join(''), note: note.trim() }
}

const TAX = '(?:vat|tax|taxes|gst|mwst|tva|iva)'
const withTax = new RegExp(
  `\\b(?:inc|incl|including|inclusive|with|after|gross)(?: of)? ${TAX}\\b|\\b${TAX} (?:inc|incl|included|inclusive)\\b`,
)
const withoutTax = new RegExp(
  `\\b(?:ex|exc|excl|excluding|exclusive|without|before|net)(?: of)? ${TAX}\\b|\\b${TAX} (?:ex|excl|excluded|exclusive)\\b`,
)

/** `Total (inc. VAT)` is a gross amount, `Price ex VAT` a net one. */
function taxedAmount({ name, bare, note }: CsvPlace): 'netAmount' | 'grossAmount' | null {
  const plain = plainName(name)
  const column = withTax.test(plain) ? 'grossAmount' : withoutTax.test(plain) ? 'netAmount' : null
  if (column) return column
  const isAmount = names.amount.includes(bare)
  if (isAmount && /^(?:net|netto)$/i.test(note)) return 'netAmount'
  return isAmount && /^(?:gross|brutto)$/i.test(note) ? 'grossAmount' : null
}

/** What each cell of a header says. */
export function csvColumns(header: readonly string[]): CsvColumns {
  const places = header.map(placeOf)
  const taxed = new Map(places.map((place) => [place, taxedAmount(place)]))
  const found = Object.fromEntries(
    Object.entries(names).map(([column, options]) => [
      column,
      [
        ...places.filter((place) => taxed.get(place) === column),
        ...options.flatMap((option) => places.filter(({ bare }) => bare === option)),
      ].filter((place) => !taxed.get(place) || taxed.get(place) === column),
    ]),
  )
  const states = Object.fromEntries(
    Object.entries(patterns).map(([column, pattern]) => [
      column,
      places.filter(({ bare }) => pattern.test(bare)),
    ]),
  )
  const kinds = header.map((name) => numberColumn(plainName(name)))
  const numbers = (['mobile', 'phone', 'number'] as const).flatMap((kind) =>
    places.filter(({ index }) => kinds[index] === kind),
  )
  const all = { ...found, ...states } as CsvColumns
  return { ...all, phone: [...numbers, ...all.phone] }
}

export const countColumns = (columns: CsvColumns) =>
  Object.values(columns).filter((places) => places.length > 0).length
