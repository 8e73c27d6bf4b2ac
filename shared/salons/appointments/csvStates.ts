import { isEmptyValue } from '../lists/listValues.ts'
import type { AppointmentState } from './appointment.ts'

const words = (text: string) => text.trim().split(/\s+/)

/**
 * Words of the state as booking systems write them, as letters and digits alone (`wordKey`). Only a whole value counts: *To be
 * completed* is not *completed*. A word with two meanings, such as *Closed* or *Rescheduled*, is missing, so people decide it.
 */
const stateWords: Record<AppointmentState, readonly string[]> = {
  canceled: words(`
    cancelled canceled cancel cancellation cancelation cancelledappointment canceledappointment appointmentcancelled
    appointmentcanceled bookingcancelled bookingcanceled
    cancelledbyclient canceledbyclient cancelledbycustomer canceledbycustomer cancelledbyguest canceledbyguest
    cancelledbypatient canceledbypatient cancelledbyinvitee canceledbyinvitee cancelledbyuser canceledbyuser
    cancelledbysalon canceledbysalon cancelledbybusiness canceledbybusiness cancelledbyseller canceledbyseller
    cancelledbystaff canceledbystaff cancelledbymerchant canceledbymerchant cancelledbyprovider canceledbyprovider
    cancelledbyvenue canceledbyvenue cancelledbyhost canceledbyhost cancelledbyowner canceledbyowner cancelledbyadmin
    canceledbyadmin cancelledbystore canceledbystore cancelledbysystem canceledbysystem cancelledonline canceledonline
    clientcancelled clientcanceled customercancelled customercanceled guestcancelled guestcanceled saloncancelled
    saloncanceled businesscancelled businesscanceled staffcancelled staffcanceled venuecancelled venuecanceled
    usercancelled usercanceled sellercancelled sellercanceled
    latecancel latecancelled latecanceled latecancellation latecancelation latecancellations cancelledlate canceledlate
    earlycancel earlycancelled earlycanceled earlycancellation lastminutecancellation
    declined declinedbyseller declinedbysalon declinedbybusiness rejected denied deleted void voided
    storniert abgesagt annulliert abgelehnt geloscht geloescht stornierung absage
    annule annulee annulation annuleparleclient annuleparlesalon refuse refusee supprime supprimee
    cancelado cancelada cancelacion anulado anulada rechazado rechazada eliminado eliminada canceladoporelcliente
    cealaithe curtharceal arnachealu annullato annullata cancellato geannuleerd anulowana anulowano odwolana canslwyd`),
  no_show: words(`
    noshow noshows noshowed noshowup didnotshow didntshow didnotshowup didntshowup notshown notshow notshowed
    didnotattend didntattend didnotarrive didntarrive didnotcome didntcome didnotturnup didntturnup dna
    notattended notarrived clientdidnotattend clientdidnotshow customerdidnotattend customerdidnotshow
    failedtoattend failedtoshow failedtoarrive nonattendance nonattendee missed missedappointment missedappt
    appointmentmissed absent clientnoshow customernoshow guestnoshow patientnoshow noshowclient noshowbyclient
    markedasnoshow markednoshow
    nichterschienen nichtgekommen nichtwahrgenommen nichtangetreten versaumt versaeumt verpasst
    nonpresente nonpresentee nonpresent absente absence nonvenu nonvenue nonhonore nonhonoree manque manquee
    rendezvousmanque rdvmanque nesestpaspresente
    noasistio noasistida noasistido nosepresento nopresentado nopresentada ausente nollego novino inasistencia noacudio
    narthainig narfhreastail nietgekomen nietverschenen nonpresentato nieobecny nieobecna`),
  booked: words(`
    booked confirmed unconfirmed notconfirmed accepted approved new scheduled pending request requested tentative reserved
    reservation upcoming active open booking confirm planned provisional future provisionallybooked onlinebooking
    bookedonline bookingconfirmed bookingrequested appointmentbooked appointmentconfirmed appointmentscheduled reconfirmed
    confirmedbyclient confirmedbycustomer confirmedbysms confirmedbyemail clientconfirmed customerconfirmed textconfirmed
    smsconfirmed emailconfirmed awaitingconfirmation awaitingapproval pendingconfirmation pendingapproval
    pendingacceptance notyetconfirmed tobeconfirmed
    gebucht bestatigt bestaetigt geplant ausstehend angefragt neu reserviert vorgemerkt unbestatigt unbestaetigt
    nichtbestatigt nichtbestaetigt
    reserve reservee confirme confirmee enattente planifie planifiee prevu prevue avenir accepte acceptee nonconfirme
    nonconfirmee demande demandee
    reservado reservada confirmado confirmada pendiente programado programada agendado agendada aceptado aceptada nuevo
    nueva noconfirmado noconfirmada sinconfirmar enespera solicitado solicitada
    curthainairithe deimhnithe areitlift prenotato prenotata confermato confermata bevestigd geboekt potwierdzona
    zarezerwowana`),
  attended: words(`
    completed complete appointmentcompleted appointmentcomplete bookingcompleted servicecompleted visitcompleted
    completedappointment attended arrived clientarrived customerarrived guestarrived arrivedlate showed showedup show
    checkedin checkin checkedout checkout started inprogress inservice insalon finished fulfilled done served visited came
    present kept keptappointment seen clientattended customerattended completedpaid completedandpaid
    abgeschlossen erschienen wahrgenommen erledigt eingecheckt ausgecheckt teilgenommen anwesend durchgefuhrt
    durchgefuehrt
    termine terminee effectue effectuee honore honoree realise realisee presentee presente arrive arrivee venu venue
    acheve achevee
    completado completada asistio asistido asistida atendido atendida finalizado finalizada realizado realizada terminado
    terminada llego cumplida
    criochnaithe dfhreastail thainig completato completata concluso voltooid afgerond zakonczona zrealizowana`),
}

const stateOf = new Map(
  Object.entries(stateWords).flatMap(([state, all]) => all.map((word) => [word, state as AppointmentState])),
)

/** Words about money, which say nothing about the state. */
const moneyWords = new Set(
  words(`
    paid unpaid prepaid notpaid partpaid partlypaid partiallypaid fullypaid paidinfull overpaid deposit depositpaid
    depositreceived depositdue depositrequired nodeposit depositnotpaid balancedue due overdue paymentdue paymentpending
    pendingpayment awaitingpayment paymentreceived paymenttaken paymentfailed authorised authorized captured charged
    invoiced settled refund refunded partiallyrefunded partlyrefunded partrefunded fullyrefunded chargedback chargeback
    paidonline paidbycard paidcash paidbycash cardpaid cash card free complimentary creditcard giftcard voucher
    bezahlt unbezahlt angezahlt anzahlung erstattet paye payee impaye acompte rembourse remboursee pagado pagada nopagado
    senal reembolsado reembolsada ioctha`),
)

/** A value as its letters and digits: `NO_SHOW`, `No-show` and `no show` are one word. A question mark makes another word. */
export const wordKey = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}?]+/gu, '')
    .slice(0, MAX_WORD)

/** Longer words are cut; they hold notes. */
export const MAX_WORD = 100

/** The state that a word of a booking system means; null for words that people must decide, such as `Waitlist` or `Paid`. */
export const csvState = (text: string): AppointmentState | null => stateOf.get(wordKey(text)) ?? null

export const isMoneyWord = (text: string) => moneyWords.has(wordKey(text))

const yes = new Set([...words('yes y true t 1 x ja j oui si s sea ta on checked ticked'), '✓', '✔', '☑'])
const no = new Set(words('no n false f 0 00 nein non nao nej nil off unchecked nothing'))

/** What a cell of a yes-or-no column says; null for neither. */
export function readFlag(text: string): boolean | null {
  const key = wordKey(text)
  if (isEmptyValue(text) || no.has(key)) return false
  return yes.has(key) || yes.has(text.trim()) || null
}

/** From the one that counts first to the last. */
const worstFirst: readonly AppointmentState[] = ['canceled', 'no_show', 'booked', 'attended']

/** The worst of several columns; null without one. */
export const worstOf = (states: readonly AppointmentState[]): AppointmentState | null =>
  worstFirst.find((state) => states.includes(state)) ?? null
