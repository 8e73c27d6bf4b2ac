import { anyOf, words } from './wording.ts'

const set = (list: string) => new Set(list.trim().split(/\s+/))

/** These ask to stop with no object. */
const stops = set('stop unsubscribe desist halt cease optout discontinue')
/** These need an object that stands for the person or the texts. */
const removals = set(
  'quit end cancel remove delete erase drop scrub lose wipe purge bin block unlist ditch exclude clear take get strike kill cut suspend terminate disable deactivate pull shred discard omit',
)
const targets = set(
  `me us my our number no num mobile cell phone texts text txt txts messages message msgs msg sms offers promos ads adverts spam marketing list database
   mailing system records data info contacts subscription promotions promotional newsletter newsletters campaign campaigns notifications alerts updates junk`,
)
const contacting = set(
  `text texts texting txt txts message messages messaging msg msgs sms smses contact contacting contacted send sending write writing spam spamming bother
   bothering pester harass harassing hassle disturb offers promos ads adverts promotions marketing junk newsletters texted messaged`,
)
const refusals = set('no not never dont dnt donot zero nomore')
/** Words beside a request that leave its meaning. */
const beside = set(
  `please pls plz plse kindly thanks thank thankyou thx ty ta cheers now asap immediately urgently forever permanently completely
   hi hello hey hiya dear sir madam guys mate sorry ok okay and or the a an any all more further again ever anymore this that these those your ur
   you u ye ya from to at on of off out up i we im want need would like must to be been being getting receiving number no num mobile cell phone
   by via through list database system details data fuck fucking bloody stupid spam rubbish unwanted with immediate effect`,
)
const LONGEST = 10

/** Our own opt-out line, quoted in a reply. A text that holds nothing else counts as an opt-out. */
const ourOptOutLine =
  /["“]?\b(?:reply|text|txt|send|respond|type)(?: with)? ["“]?stop["”]? ?(?:to|2|if|for) (?:opt out|unsubscribe|end|cancel|quit|stop)(?: (?:of|from|these|the|texts?|messages?|receiving|all))*\b["”.]?/g

/** Words beside a request that leave its meaning. */
const polite =
  /\b(?:please|pls|plz|thanks|thank you|ty|thx|cheers|now|ok|okay|hi|hello|hey|sorry|this|it|me|us|all|immediately|asap|kindly|just|ta|hun|x+|the texts|texts|messages|por favor|porfa|ya|ja|jau|juz|mensajes|mesaje|mesajele|mensagens|messaggi|zinutes|wiadomosci|viestit|berichten|nachrichten|negeseuon|svp|s il vous plait|sil vous plait|bitte|per favore|prosze)\b/g

/** Requests as a whole text, by language. */
const requests = anyOf(`
  stop( stop)* | stop ?all | unsubscribe | opt out | stop (2|to) (end|quit|opt out|stop) | desist | halt | cease |
  end | quit | revoke | remove | delete | i want out | (no|zero) (offers?|promos?|promotions?|adverts?|ads|deals|marketing|contact) |
  arret | arreter | arrete | arretez | desabonner | desinscrire | desabonnement | parar | pare | paren | para | alto | baja |
  dar de baja | detener | detente | sair | stad | stopp | abmelden | abbestellen | aufhoren | schluss | ferma | fermare |
  smettila | rezygnuje | wypisz | przestan | koniec | opreste | dezabonare | dur | afmelden | ophouden | sluta | avsluta |
  lopeta | lopettakaa | стоп | отписаться | отпишите | отписка | зупинити | stabdyti | 停止 | 退订 | やめて | 停 | توقف |
  قف | dung lai`)

/**
 * Whether a text is nothing but a request to stop: a request of the tables, signs such as 🛑, our own opt-out line sent back, or
 * a verb, its object and words that leave the meaning, in any order. `text`: folded and with its spelling fixed. One
 * word that is not listed leaves the text to the reader.
 */
export function isExactRequest(text: string): boolean {
  if (laughter.test(text)) return false
  const flat = words(text)
  if (flat === '') return stopSigns.test(text)
  const rest = words(text.replace(ourOptOutLine, ' '))
  return (
    rest === '' ||
    requests.test(rest) ||
    requests.test(words(rest.replace(polite, ' '))) ||
    isShortRequest(rest)
  )
}

/** `Stop it 😂` may be delight. */
const laughter = /[😂🤣😆😅😹💀😜]/u
const stopSigns = /[🛑⛔🚫📵🔕]/u

function isShortRequest(flat: string): boolean {
  const all = flat
    .replace(/\bopt (?:me |us )?out\b/g, 'optout')
    .replace(/\bdo not\b/g, 'dont')
    .split(' ')
  if (all.length > LONGEST || !all.every(isKnown)) return false
  if (keeps.test(flat) || offersToStop.test(flat)) return false
  return asksWithVerb(all) || refusesTexts(all)
}

const isKnown = (word: string) =>
  stops.has(word) ||
  removals.has(word) ||
  targets.has(word) ||
  contacting.has(word) ||
  refusals.has(word) ||
  beside.has(word)

/** `Do not stop`, `never delete me`. */
const keeps =
  /\b(?:no|not a|not any) (?:bother|hassle|spam filter)\b|\b(?:dont|do not|never|not|cant|wont|cannot)(?: (?:ever|want|you|to|just|u|me|please))* (?:stop|unsubscribe|remove|delete|erase|drop|block|lose|take|end|cancel|quit|cut)\b/
/** Not `I stop`, `we can remove`, nor a thing that is put up or taken away from a salon. */
const offersToStop =
  /^(?:i|we)(?: (?:will|can|could|may|just|would))* (?:stop|remove|delete|take|get|send|text|message)\b(?! (?:me|us|my))|\bi (?:want|need) (?:one|it|this|that|these|some)$|\b(?:have|had|has|got|get|received|is|was|be) (?:no|not)\b|\b(?:get|take) (?:the|this|that|it|one|a|in|back)\b|\bstop (?:it|that|here|there|off|in|by)$|^(?:no|not|never) (?:text|message|msg|sms|messages|texts)? ?(?:received|here|yet|got|get|through)|\b(?:get|got|getting|receive|received) (?:the|your|a|this|it|any|no) (?:text|message|info|details|number)\b/

function asksWithVerb(all: string[]): boolean {
  if (all.some((word) => stops.has(word))) return true
  return all.some(
    (word, at) =>
      removals.has(word) &&
      (all[at - 1] !== 'to' || !/^(?:i|we)$/.test(all[at - 2] ?? '')) &&
      namesTarget(word, anyOrder.has(word) ? all : all.slice(at + 1)),
  )
}

const anyOrder = set('remove delete erase')
const needsWayOut = set('take get drop cut pull clear strike kill')
const wayOut = set('off out from number no num')

/** `Take me off` and `get us out` need the way out; `lose my number` does not. */
function namesTarget(verb: string, rest: string[]): boolean {
  if (!rest.some((word) => targets.has(word))) return false
  if (needsWayOut.has(verb)) return rest.some((word) => wayOut.has(word))
  return true
}

/** `No send me text`, `me not want messages`: a refusal and then what is refused. */
function refusesTexts(all: string[]): boolean {
  const at = all.findIndex((word) => refusals.has(word))
  if (at < 0 || (/^(?:i|we|you|u|ye)$/.test(all[at - 1] ?? '') && !all.includes('want'))) return false
  return all.slice(at + 1).some((word) => contacting.has(word))
}
