/**
 * Whether the person doubts who writes or that the text is for them: who is this, a scam?, a number that changed hands, a
 * threat to report. `flat`: words of a folded text.
 */
export const doubtsSender = (flat: string): boolean => doubts.some((pattern) => pattern.test(flat))

const doubts = [
  /\bw?rong (?:nu\w{1,5}|no|num|phone|person|one|salon|business|lady|girl|guy|man|woman|contact|karen|mary|#)\b|\b(?:mis|wrongly|incorrect|not the right|not the correct) ?(?:number|dial\w*|no|person|recipient)\b|\b(?:texted|got|have|messaged|contacted|reached)(?: \w+){0,3} (?:by mistake|in error|by accident|accidentally)\b/,
  /\b(?:faux|mauvais) numero\b|\btromp\w* (?:de )?(?:numero|personne)|\berreur de numero|\b(?:numero|persona|telefono) equivocad[oa]\b|\bnumero (?:errado|sbagliato|erroneo|incorrecto)|\bfalsch(?:e|er|en)? (?:nummer|person)|\bverwahlt\b|\bpomyl\w+|\b(?:zly|nieprawidlowy|bledny) numer|\bnumar(?:ul)? gresit|\bati gresit|\buimhir mhi ?cheart|\brhif anghywir|\b(?:klaidingas|ne tas|neteisingas|blogas) numeris|\bsuklydo\w*|\bnepareiz\w* numurs|\bkludijies|\bverkeerd nummer|\byanlis numara|\bgalat (?:number|no|nambar)|(?<!\p{L})(?:ошибл|помилил)\p{L}* номером|(?<!\p{L})не то[ит] номер|打错|打錯|号码错|發錯|发错|(?:الرقم|رقم) (?:ال)?(?:غلط|خطا|خاطئ)/u,
  /\breport(?:ed|ing)? (?:you|ye|this|your|as spam|to|it)\b|\breported\b/,
  /\b(?:is|are|r|was) (?:this|you|u|it|these|that|ye)\b.{0,20}\b(?:legit\w*|real|genuine|bot|robot|automated|human|person|ai|for real|a joke)\b|^(?:legit|real|bot)$/,
  /\bwho(?:s| is| are|re| r)? (?:this|that|dis|you|u|ya|it|texting|sending|sent)\b|\bwho am i\b|\bwho the (?:hell|fuck|feck)\b|\bnew phone\b/,
  /\b(?:how|where|why)(?: the hell| on earth)? (?:did|have|do|d|has)(?: \w+){0,3} (?:get|got|find|have|obtain|come by)(?: \w+){0,2} (?:number|details|info|data|name)\b|\bwho gave (?:you|ye|u)\b|\bwhere (?:did|have) (?:you|u) (?:get|got) (?:this|me|my)\b/,
  /\b(?:scam|scammer|scammers|phishing|fraud|fraudster|con artist|spam|dodgy|fake)\b/,
  /(?<!\p{L})(?:quien (?:eres|es)|de donde (?:sac|tien)\w+ mi numero|como (?:consig|obtuv|tien)\w+ mi numero|skad (?:pani|pan|macie|masz|panstwo|ma) \w*|kto to|qui est ce|c est qui|cest qui|qui etes vous|wer (?:ist das|sind sie|bist du)|woher haben sie|chi (?:e|sei)|quem (?:e|fala)|cine (?:e|este|sunteti)|ce he seo|cen chaoi a bhfuair|pwy (?:ydych|yw|sy)|kas (?:cia|jus|tu|te|tas)|kim(?:siniz|sin| bu)|kaun (?:hai|ho|bol)\w*|kon (?:hai|ho)|vem ar|wie is dit|кто (?:это|вы)|хто (?:це|ви)|откуда у вас|звідки у вас|你是谁|你是誰|من انت|من معي)/u,
  // The number may belong to another person now.
  /\b(?:number|phone|mobile|sim|line)(?: \w+){0,3} (?:no longer|doesnt|does not|not|isnt)(?: \w+)? (?:belongs?|owned|in use|used|mine|hers|his|theirs|ours)\b|\b(?:no longer|doesnt|does not|not) belongs?(?: \w+)? to\b|\bno longer (?:has|have|uses?|owns?|got) (?:this|that) (?:number|phone|mobile|sim)\b/,
  /\b(?:changed|changes|new|different) (?:owner|owners|hands|ownership|management)\b|\bchanged (?:her|his|their) (?:number|phone|mobile)\b|\bunder new (?:ownership|management)\b|\bnever signed up\b|\b(?:has|have|shes|hes|theyve|she|he|they|\w+s) (?:changed|got a new|has a new|new)(?: \w+){0,2} (?:number|phone|mobile)\b|\b(?:new|recycled) (?:number|sim) (?:i|we|ive|for)\b|\b(?:just|only|recently) (?:got|bought|been given) (?:this|that|the) (?:number|sim|phone)\b/,
  /\b(?:doesnt|does not|dont|do not|didnt) (?:have|use|own|answer) (?:this|that) (?:number|phone|mobile|sim)\b|\bthis (?:isnt|is not|aint) (?:her|him|them|the right|for (?:me|us))\b|\b(?:youre|you are|u r|your|ure) texting (?:the wrong|someone else|somebody else|her|his|my)\b|\b(?:you|u) (?:have|got|ve|must have)(?: \w+){0,2} wrong \w+\b|\bmistaken (?:me|identity)\b|\bdont know (?:who you are|anyone called|any)\b|\b(?:dont|do not|never) (?:know|heard of|remember) (?:you|ye|u|this|who)\b/,
  /\b(?:passed away|died|is dead|has passed|no longer with us|deceased|late (?:wife|husband|mother|father|mam|mum))\b/,
  /\b(?:if you|one more|next time|another (?:one|text|message))\b.{0,60}\b(?:report|solicitor|lawyer|police|ico|sue|complain\w*|legal)\b|\b(?:report|reporting|complain|complaint|sue|solicitor|lawyer|legal action|trading standards)\b.{0,40}\b(?:you|this|ico|ofcom|police|them|it)\b/,
]
