import { plainName } from '../clients/columns.ts'
import { numberColumn } from '../clients/columnWords.ts'

const words = (text: string) => text.trim().split(/\s+/)

/**
 * Names of columns, as letters and digits alone, the best first. Those of Fresha, Square and Acuity are from files that others
 * publish readers for: Fresha has day and time apart (`Scheduled date`, `Appt. slot`) and no numbers, Acuity no state.
 */
const names = {
  externalId: words(`
    apptref appointmentref appointmentreference appointmentid appointmentno appointmentnumber bookingid
    bookingref bookingreference bookingno bookingnumber refno reference ref id`),
  name: words('client clientname clientfullname customer customername guest guestname fullname name'),
  firstName: words('firstname clientfirstname customerfirstname givenname forename'),
  lastName: words('lastname clientlastname customerlastname familyname surname'),
  day: words(`
    startdateandtime startdatetime starttime scheduleddate appointmentdate appointmentdatetime apptdate
    startdate startsat startat start appointmentstart scheduledfor dateandtime datetime date day
    appointmenttime`),
  clock: words(`
    apptslot appointmentslot timeslot slot starttime scheduledtime appointmenttime appttime time`),
  bookedAt: words(`
    createddate createdat createdon created datecreated creationdate datescheduled datebooked bookedon
    bookedat bookeddate dateadded`),
  state: words('status appointmentstatus apptstatus bookingstatus appointmentstate state'),
  canceled: words('canceled cancelled iscanceled iscancelled'),
  noShow: words('noshow isnoshow'),
  amount: words(`
    netsales netamount nettotal servicetotal servicesales appointmentprice serviceprice price totalprice
    total amount value cost`),
}

export type CsvColumn = keyof typeof names | 'phone'
/** Where each column is, the best first. */
export type CsvColumns = Record<CsvColumn, number[]>

/** What each cell of a header says. */
export function csvColumns(header: readonly string[]): CsvColumns {
  const plain = header.map(plainName)
  const bare = plain.map((name) => name.replaceAll(' ', ''))
  const found = Object.entries(names).map(([column, options]) => [
    column,
    options.map((option) => bare.indexOf(option)).filter((index) => index >= 0),
  ])
  const kinds = plain.map(numberColumn)
  const phone = (['mobile', 'phone', 'number'] as const).flatMap((kind) =>
    kinds.flatMap((one, index) => (one === kind ? [index] : [])),
  )
  return { ...Object.fromEntries(found), phone } as CsvColumns
}

export const countColumns = (columns: CsvColumns) =>
  Object.values(columns).filter((places) => places.length > 0).length
