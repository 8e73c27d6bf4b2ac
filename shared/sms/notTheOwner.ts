/**
 * Whether the person says that the text no longer fits: the salon is sold or has closed, its owner retired, moved
 * away, is ill or died, or the number belongs to another trade. `flat`: words of a folded text.
 */
export const saysNotTheOwner = (flat: string): boolean =>
  !/^no (?:thanks|thank you)\b/.test(flat) && changes.some((pattern) => pattern.test(flat))

const salon =
  '(?:salons?|shops?|business|spa|company|place|barbers?|barbershop|studio|clinic|hairdressers?|it|everything)'
const owner =
  '(?:i|ive|im|we|weve|were|she|shes|he|hes|they|theyve|(?:my|the|our) (?:\\w+ )?(?:mum|mam|mom|mother|wife|husband|dad|father|sister|daughter|son|boss|partner|owner|manager|aunt|nan|friend|lady)|owner|\\w+s?|karen)'
const trades =
  '(?:hair|hairdresser|hairstylist|stylist|barber|beautician|beauty|nail|nails|lash|brow|salon|spa|therapist|colourist|colorist|mobile|makeup|aesthetic|aesthetician|esthetician|client|customer|member|regular|fan|owner|bit|little|lot|yes|no|maybe|big|huge|firm|definite|hard|busy|new|good|great|bad|small|family|sole|one|freelance|self|local|tad|wee|morning|evening|great|lovely|nice|shame|brilliant|fantastic|super|really|very|joke|scam|bot|reminder|offer|deal|bargain|steal|no brainer|blonde|brunette|redhead|mess|student|mum|mam|mom|pensioner)'

const changes = [
  /\b(?:number|phone|line|mobile) (?:isnt|is not|is only|is just|is) (?:meant )?for (?:marketing|clients|customers|work|emergencies|business|bookings|family)\b|\bdo (?:you|ye|u) (?:text|message) (?:everyone|everybody|random\w*|all|strangers)\b/,
  /\bwho(?:s| is| am i)? (?:calling|speaking|talking|writing|messaging|contacting|sold|shared|passed)\b|\b(?:am i|is this|are we)(?: \w+){0,3} (?:talking|speaking|texting|chatting) (?:to|with)\b|^not me\b(?! time)|\b(?:owner|boss|lady|manager|landlady|wife|husband) (?:has |sadly |just )*passed\b|\bcan (?:i|we) (?:stop|end|cancel|unsubscribe from) (?:these|this|them|the texts) (?:later|any ?time|whenever)\b/,
  /\b(?:too many|so many|enough) (?:of (?:these|them|those)|texts|messages)\b|^(?:its |this is |thats |really |very |so |bit |a bit |rather |quite )*(?:a bit much|much|unprofessional|inappropriate|pushy|spammy|excessive|over the top|unsolicited|unwelcome|cheeky|rude|weird|strange|odd|suspicious|sus|sketchy|shady|fishy|iffy)$|\b(?:just|only|please|rather you|can you|could you) e ?mail me\b(?! (?:the|more|details|info|it|your))|\bonly by (?:phone|e ?mail|post|call)\b|\bse (?:ha )?(?:equivocad|equivoc)\w+/,
  // meant for another person, who decides
  /\b(?:meant|intended) (?:for|to be for) (?!me\b|us\b)\w+|\b(?:looking for|(?:speak|talk|write|text) (?:to|with)|want|ask|contact|need|try) (?:my|the) (?:\w+ )?(?:sister|brother|owner|owners|boss|manager|mum|mam|mom|wife|husband|daughter|son|dad|management|other salon)\b/,
  /\b(?:i|im|i am) (?:only|just) (?:(?:a|an|the) (?!bit|little|few|moment|minute|sec)|rent|work|help|cover|clean|answer)\b|\b(?:owner|boss|manager|she|he|wife|husband|mum|daughter|head office|someone else) (?:deals? with|handles?|looks? after|takes? care of|decides?|sorts|makes? the decisions|is away|isnt here|is not here)\b|\b(?:dont|do not|not) (?:make|take) (?:the|these|those|any) decisions\b|\bnot (?:the|my) (?:decision|boss|owner|manager|department)\b/,
  /\b(?:dont|do not|didnt|cant|not) (?:recogni[sz]e|know) (?:this|your|the|that|ur) (?:number|no|sender|name|company)\b|\bno (?:idea|clue) who\b|\b(?:number|contact) (?:saved|in my (?:phone|contacts))\b/,
  /\b(?:which|what) (?:karen|jane|mary) (?:do|did|are|is)\b|\b(?:how|where) (?:did|have|do|d) (?:you|ye|u) (?:get|got|obtain|come across) (?:it|me|us|this)\b|\band how did you find me\b|\bis (?:this|it|that) (?:a|an|some)(?: kind of)? (?:wind ?up|joke|prank|hoax|trick|con|set ?up|pyramid \w+|mlm|sales \w+)\b|^why (?:me|us)$/,
  /^(?:(?:hi|hello|sorry|eh|em|lol|um|no|actually|but) )*(?:i|we) (?:run|own|drive|manage|work (?:in|for|at|as))(?: (?:a|an|the))* (?!hair|salon|beauty|barber|nail|spa|lash|brow|mobile|my|it$(?<=own it)|small|\w+ (?:salon|barbers?|hair))\w+(?: (?:shop|company|firm|office|not \w+|lol|sorry|actually))*$/,
  /\bthis is (?:the|a|an|our) (?:\w+ ){0,2}(?:office|school|surgery|church|house|garage|restaurant|pub|hotel|bank|pharmacy|police|council|library|firm|hospital|warehouse|factory|farm|parish|university|home number|house phone|private number)\b/,
  /^(?:sorry )?(?:in hospital|on (?:long term |the )?sick)\b|\b(?:not|havent|hasnt|never|didnt) (?:lived?|worked|been) (?:there|here|in (?:the|that) \w+)\b|\blive in (?!the|a|town|city|your|my)\w+ now\b/,
  // sold, closed, given up
  new RegExp(
    `\\b(?:sold|selling|closed|closing|shut|given up|gave up|lost|left|leased|handed over|passed on|wound up) (?:down |up )?(?:the|my|our|her|his|their|that|this) (?:\\w+ )?${salon}\\b(?! (?:at|on|for|until|today|early))`,
  ),
  /\b(?:salon|shop|business|spa|studio|barbers?|company|place)(?: (?:has|is|was|been|now|got|have|sadly|unfortunately))* (?:sold|gone|closed down|shut down|closed permanently|permanently closed|no more|closed for good|shut for good|liquidated|burnt down|burned down|taken over|under new|in liquidation|ceased trading)\b/,
  /\b(?:sold up|selling up|sold (?:it|up|on)|no longer (?:trading|trade|run|own|have|work|hairdress\w*|cut\w*|do hair|practising|a hairdresser|a stylist)|not (?:trading|in business|in the (?:business|trade|industry)|working) (?:any ?more|now|any longer)|ceased trading|gone (?:bust|under|out of business)|(?:closed|shut)(?: down)?(?: (?:for good|permanently|forever|last year|years? ago|during covid|in (?:19|20)\d\d))|dont (?:do|work in|run) (?:hair|nails|beauty|the salon)(?: any ?more| now)?|(?:left|out of) (?:hairdressing|the (?:trade|industry|business))|(?:quit|gave|given|giving|packed|packing|jacked|hung|hanging) (?:it |up |the )*(?:up|in|hairdressing|hair|scissors)(?: (?:years? ago|last year|now|ages ago|long ago|recently|for good))*$|closed (?:our|its|their|my) doors|(?:burn\w+|burnt) (?:down|out)|gone bust)\b/,
  // retired, ill, away
  /(?<!\bsemi )\b(?:retired|retiring)(?! (?:client|customer|mum|ladies|people|lady))\b|\bretirement\b/,
  /\b(?:im|i am|ive|i have|shes|hes|she is|he is|she has|he has|been|is|was|very|really|so|too|currently|off|not|am|\w+s) (?:been )?(?:off sick|sick(?! of)|very ill|seriously ill|terminally ill|ill|unwell|poorly|in (?:a )?(?:coma|hospital|hospice|care)|not well|in a (?:care|nursing) home|on sick leave|recovering|having chemo\w*|in recovery)\b|\b(?:cancer|chemo\w*|hospice|stroke|heart attack|surgery|operation|dementia|alzheimers?)\b(?!.*\b(?:clients?|friendly)\b)/,
  new RegExp(
    `^(?:\\w+ ){0,4}(?:${owner}) (?:have |has |had |ve |just |now |since |already |sadly )*(?:moved (?:away|abroad|out|on|house|country|city|to (?!tuesday|wednesday|thursday|friday|saturday|monday|sunday|next|\\d)\\w+)|emigrated|relocated|left (?:the )?(?:country|town|area|uk|ireland|the (?:salon|business)|us|work))\\b`,
  ),
  /\b(?:dont|do not|doesnt|does not|no longer) (?:live|lives|work|works) (?:there|here|in \w+|at \w+)\b|\blive(?:s)? (?:abroad|in (?:spain|australia|america|canada|dubai|france|portugal|germany|poland|another country))\b|^(?:moved|emigrated|relocated)\b/,
  // died
  /\b(?:passed away|passed on|has passed|died|deceased|dead|funeral|late (?:wife|husband|mother|father|mum|mam))\b(?<!\b(?:phone|battery|hair|roots|laptop|nearly|almost|just|i) (?:died|dead))(?! (?:laughing|ends|straight|skin|on|set|funny|right|good|easy))/,
  // another trade or person
  new RegExp(
    `^(?:(?:hi|hello|sorry|eh|em|lol|um|but|no|oh|haha) )*(?:im|i am|this is|were|we are|its|you have reached|youve texted|you texted) (?:actually |just |only )?(?:a|an) (?!${trades}\\b)\\w+(?: (?:not a \\w+|shop|company|firm|lol|sorry|haha|mate|love|x+|school|office|house|driver|garage|line|phone|man|lad))*$`,
  ),
  /\b(?:im|i am|were|we are|its|this is|thats) (?:not|no) (?:a|an|the|your|any)(?: \w+){0,2} (?:salons?|hairdressers?|barbers?|beauticians?|stylist|spa|business|shop|owner|manager|boss|company)\b|\b(?:not|dont|never) (?:my|own(?:ed)?|have|had|run|ran)(?: (?:a|any|the|my|that))* (?:salon|spa|shop|business)\b|^(?:not|no) (?:a|the) (?:salon|owner|boss|manager|hairdresser)\b/,
  /\b(?:told|said|texted|replied|answered|asked)(?: (?:you|ye|u|this|that|so|it|no))*(?: (?:already|before|twice|last time|last week|several times|loads of times|again))\b|\balready (?:told|said|answered|replied|asked)\b/,
  /\bdo (?:we|i|you) (?:even )?know (?:each other|you|me)\b|\b(?:got|bought|have|had) this (?:phone|number|sim|mobile)\b|\bway to (?:not|stop|avoid)\b|^(?:sorry |hi )*not (?!int\w+|now|today|sure|yet|really|bad|keen|ready|bothered|needed|required|available|necessary|much|me|again|great|good|happy|working|sold|convinced|likely|possible|tonight|tomorrow|anymore|that|this|at|for|a|an|the)\w+(?: sorry| x+)?$/,
  /\bhow (?:do|can|could|would|will) (?:i|we) (?:know|trust|be sure|verify|tell|check)(?: \w+){0,3} (?:real|legit\w*|genuine|scam|safe|true|who|you|trust\w*|human|fake)\b|\b(?:prove|proof)(?: (?:it|you|youre|that))*\b/,
  /(?<!\p{L})(?:nu (?:va|te) (?:cunosc|stiu)|je ne (?:vous )?connais|no (?:te|le|los|os|la) conozco|ne pazistu|jusu nepazistu|kenne sie nicht|numero (?:errone|pas bon|incorrect)\w*|jai vendu|j ai vendu|(?:a la|en) retraite|vendi(?:o|mos)? (?:el|la|mi)|jubilad[ao]|vendi (?:o|a)|reformad[ao]|sprzeda\w+ salon|na emeryturze|am vandut|pensionat\w*|pensionar\w*|verkauft|rentner\w*|pardaviau|wedi (?:gwerthu|ymddeol|marw)|dhiol me|ar scor|fuair \w+ bas|murio|falleci\w+|est (?:mort|decede)\w*|zmarl\w*|nie zyje|a murit|a decedat|faleceu|morreu|mire)(?!\p{L})|卖了|退休|去世|不是本人|بعت|متقاعد|توفي/u,
]
