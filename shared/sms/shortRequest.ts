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
  `please pls plz plse kindly thanks thank thankyou thx ty ta cheers now asap immediately today urgently forever permanently completely totally just
   hi hello hey hiya dear sir madam guys mate love hun pal bro sis folks lads sorry ok okay right so and or the a an any all more further again ever
   anymore this that these those your ur yours you u ye ya from to at on of off out up in it them i we im id want need would like wish must should do can could will may be
   been being get getting receive receiving received have got go away self myself
   number no num mobile cell phone stuff things thing crap shit rubbish nonsense bloody fucking fuckin effing damn
   stupid annoying unwanted unsolicited such silly constant endless random kind least once one two times time already said told asked
   yes yeah yep nope nah really seriously for god gods sake fuck ffs omg jesus christ hell man with by via through list database mailing system records
   book books details data name info immediately straight prompt promptly right with effect immediate regards sincerely bye goodbye goodnight x xx xxx
   salon business personal private work directory sheet file files every everything here there both other`,
)
const LONGEST = 14

/**
 * Whether a short text holds only a request to stop, in any order: a verb, its object and words that leave the meaning.
 * `flat`: words with their spelling fixed. One word that is not listed leaves the text to the other rules.
 */
export function isShortRequest(flat: string): boolean {
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

/** `Who is this, stop`, `for the love of god stop`: a short text that ends with a bare stop. */
export function endsWithStop(flat: string): boolean {
  return (
    /^(?:\S+ ){1,9}(?:stop|unsubscribe)(?: (?:please|pls|plz|thanks|thank you|now|x+))?$/.test(flat) &&
    !otherStop.test(flat)
  )
}
const otherStop =
  /\b(?:ha|haha|lol|ignore|mean|undo|did|does|do|has|have|is|are|was|make|makes|made|maybe|might|perhaps|possibly|should|could|would|will|when|if|unless|until|or|what|where|how|which|why|cant|dont|wont|not|never|cannot|didnt|doesnt|once|before|after|than|full|non|bus|train|tram|nearest|next|last|first|final|every|each|any|one|my|your|the|his|her|their|our|a|that|this|i|we|they|he|she|it|youll|ill|well|text|texts|says|replied|reply|clients?|customers?|people|someone|anyone) (?:\w+ ){0,1}(?:stop|unsubscribe)\b/
