import { expect, test } from 'vitest'
import { isOptedOut, readConsent } from './readConsent.ts'

const yes = `
  Yes|YES|y|TRUE|true|1|1.0| Opted In |opted-in|OPTED_IN|OptedIn|Opt in|Subscribed|Accepted|Agreed|Granted|Allowed|Enabled|✓|✔️|✅|👍|☑
  Yes.|Yes!|yes please|Yes, opted in|Yes - opted in|YES (SMS)|SMS: Yes|Text: yes|SMS ok|Texts ok
  Email: Yes, SMS: Yes|Email: No; SMS: Yes|SMS yes, email no|SMS ✓ Email ✗|No email, yes SMS|Opted in 12/03/2024|Opted in on 2024-03-12 10:33
  Yes 12 March 2024|Subscribed 3/12/24|Opted in via website|Consented|Consent given|Happy to receive texts|All channels|Signed up|on
  kyllä|Joo|Sallittu|Ja|Oui|D'accord|Tak|Zgoda|Wyrażam zgodę|Da|De acord|Sí|Acepta|Sim|Taip|Sutinku|Ydw|Tá|да|نعم|同意|はい`

const no = `
  No|No.|NO!|n|N.|FALSE|0|0.0|off|Nope|Nah|noooo|No SMS|No texts|No thanks|no thank you|No, thanks|No marketing|No marketing please|NO SMS MARKETING
  Do not text|Don't text|Dont text|DO NOT CONTACT|DoNotText|do_not_sms|Do not send marketing|Unsubscribe|Unsubscribed|unsubscribed 03/04/2024|UNSUB
  Not opted in|Not subscribed|NOT_SUBSCRIBED|Not consented|not agreed|Hasn't agreed|Has not opted in|Never|Never text|None|No consent|No permission|Consent: no
  Opted out|opt-out|OPTED_OUT|OptedOut|Opted-out 12/3/24|opted out 2024-01-02 by text|Opted in then out|Was opted in, now opted out|Declined|Denied|Refused
  Rejected|Withdrawn|Consent withdrawn|Revoked|Removed|Cancelled|Blocked|Suppressed|STOP|Stopped|stop texts|Texted STOP|Objected|Objection|Disabled|Inactive
  DNC|DND|DO NOT DISTURB|SMS: No|SMS - no|SMS=No|SMS: false|SMS ✗|SMS off|Email: Yes, SMS: No|SMS: No, Email: Yes|Email yes, no SMS|Yes to email, no to texts
  Email only|email only please|Only email|Emails only|E-mail|Email|Email, Post|Newsletter|WhatsApp only|Phone calls only|Contact by email only|Reminders only
  Appointment reminders only|Transactional only|SMS reminders only|✗|✘|❌|🚫|⛔|👎|☒|☐|[ ]|Please remove|Delete me|take her off the list|leave me alone|Leave alone|Email Y / SMS N|Email 1, SMS 0|SMS:N
  Not interested|Would rather not|does not want texts|doesn't want SMS|Client said no|She said no|asked not to be texted|prefers not to|Disagree|hates texts|Unticked|Nо
  ei|Ei halua|En halua|Ei markkinointia|Kielletty|Kieltänyt|Peruutettu|nej|Nej tack|Inte|Nei|Ikke|Nein|Nein danke|Kein SMS|keine Werbung|Nicht erwünscht|Abgelehnt
  Abgemeldet|Widerrufen|Non|Non merci|Pas de SMS|Ne pas contacter|Refusé|Désabonnée|Désinscrit|n'accepte pas|Jamais|No gracias|No acepta|Nunca|Rechazado|Baja|Dado de baja
  Não|Não aceita|Recusou|Nie|Nie wyraża zgody|Odmowa|Brak zgody|Rezygnacja|Wypisana|Nu|Nu, mulțumesc|Nu dorește|Refuzat|Dezabonat|Ne|Nesutinku|Atsisakė|Nem|Nee|Geen sms
  Afgemeld|No grazie|Rifiutato|Na|Nage|Dim diolch|Dim SMS|Peidiwch|Níl|Ná seol|Diúltaithe|нет|Не согласна|Отказ|لا|不|不同意|拒绝|いいえ|아니요|Hayır|Không|नहीं`

const unread = `
  maybe|asked mum|Asked  Mum|Yes?|?|2|x|X|[x]|Pending|Yes (email)|yes but only in December|Ask again|TBC|to ask|Yes / No|Y/N|12/03/2024|2024-03-12
  No objection|No problem|Not sure|Don't know|doesn't mind|not asked|No answer|Not opted out|Never unsubscribed|Mary|07700 900123|Invited|Text fine, but no emails|All|Both|Active|Confirmed|#N/A|#REF!|no mobile|No number
  Mobile|sometimes|depends|once a month|Yes if quiet|!!!|Bounced|Reminders|SMS maybe|SMS?|SMS|sms|Email, SMS|SMS; Email|Email & SMS|Email + SMS|SMS only|Text message|Text|Texts
  Text messages|Text message, Email|SMS marketing|By SMS|SMS/Email/Post|Sähköposti, tekstiviesti`

const unknown = ' | |-|---|N/A|n/a|NA|null|unknown|not set|Not specified|undefined|N.A.|\u200b|blank'

const cases = (text: string, consent: string) =>
  text
    .split(/[|\n]/)
    .flatMap((value) => (value.trim() || consent === 'unknown' ? [[value, consent] as const] : []))

test.each([
  ...cases(yes, 'yes'),
  ...cases(no, 'no'),
  ...cases(unread, 'unread'),
  ...cases(unknown, 'unknown'),
])('consent %j is %s', (value, consent) => {
  expect(readConsent(value)).toBe(consent)
})

test('a refusal at the end of a long note counts', () => {
  expect(readConsent(`${'She likes tea. '.repeat(20)}No texts please`)).toBe('no')
})

const set =
  'Yes|TRUE|1|x|✓|2025-04-03|Opted out|Stop|No thanks|Do not text|SMS|Email|No SMS|Opted out 12/3/24'
const alsoSet = 'Unsubscribed|Rude to staff|✗|kyllä|?'
const notSet =
  'No|no.|0|FALSE||---|Never|N/A|ei|Nein|Não|Non|Opted in|Subscribed|Not opted out|not unsubscribed'
const alsoNotSet = 'OPTED_IN|☐|[ ]'

test.each([
  ...[...set.split('|'), ...alsoSet.split('|')].map((value) => [value, true] as const),
  ...[...notSet.split('|'), ...alsoNotSet.split('|')].map((value) => [value, false] as const),
])('an opt-out column is set by %j: %s', (value, expected) => {
  expect(isOptedOut(value)).toBe(expected)
})
