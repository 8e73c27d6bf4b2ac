/** Words of consent columns, in lower case, without accents and apostrophes. `*` stands for any ending of a word. */

const list = (text: string) => text.trim().split(/\s*[|\n]\s*/)

/** A cell with nothing but one of these says nothing. */
export const nothingSaid = new Set(
  list(`n a|na|null|undefined|unknown|unspecified|blank|empty|not set|unset|not specified|not stated|not recorded
    not known|not available|not applicable|no data|no info|no information|no record|no entry|missing|nothing said
    tuntematon|unbekannt|keine angabe|inconnu|non renseigne|desconocido|sin datos|brak danych|nieznane|nezinoma`),
)

/** Contain a refusal or a yes, but are neither: a person decides. */
export const doubtful = list(`
  no objection*|no problem*|no issue*|no worr*|not a problem|doesnt mind|does not mind|wouldnt mind|would not mind|dont mind
  no mobile*|no number*|no contact number*|no contact details|no phone number*
  not sure|unsure|dont know|do not know|not certain|not asked|not yet asked|not been asked|never asked|wasnt asked|not yet
  no answer*|no reply|no response|no preference*|didnt say|did not say|didnt answer|did not answer|not decided|undecided
  not confirmed|not opted out|never opted out|not unsubscribed|never unsubscribed|not declined|not refused|not objected
  no opt out*|no optout*|hasnt opted out|has not opted out|why not|yes no|y n|yes or no|no idea|no change|not refused
  on hold|opt out sent|no kidding|aucune reponse|keine antwort|nie wiem|no se|no sabe|sin respuesta|ei tieda`)

/** Refusals anywhere in a cell. */
export const refusals = list(`
  no|noo*|nope|nah|nay|n0|not|never|none|non|nothing|neither|nor|cannot|cant|dont|doesnt|didnt|wont|isnt|hasnt|wouldnt|arent
  without|false|off|out|stop*|unsub*|un sub*|de subscribe*|opt out*|opted out*|opting out|optout*|optedout*|unenrol*
  declin*|deny|denied|denies|refus*|reject*|withdr*|revok*|remove*|delete*|cancel*|block*|suppress*|exclud*|disabl*|inactive
  disagree*|disallow*|forbid*|prohibit*|ban|banned|object|objects|objected|objection*|opposed|against|unwilling|dnc|dnd|dnt|dns
  leave alone|leave me alone|leave her alone|leave him alone|leave them alone|leave be|rather not|hate*|dislike*|complain*|spam|unchecked|unticked|unselected|deselected|disapprove*
  unapproved|unauthori*|restrict*|nosms|notext*|nomarketing|donotcontact|donottext|dontcontact|donttext|donotsms|donotcall
  notsubscribed|not subscribed|notoptedin|smsno|avoid*|quit|enough|barred|nonconsent*|unhappy|uninterested|go away
  ei|eivat|enaa|kiella*|kielsi|kielta*|kiel*|peruut*|estetty|poist*|nej|inte|ikke|avregistrer*|avbojt*|avslutad|afmeldt*|nei|avmeldt*
  nein|nicht|kein|keine*|nie|niemals|abgelehnt*|abgemeldet*|verweiger*|widerruf*|widerspr*|widersproch*|gesperrt|untersagt*|ablehn*
  pas|jamais|aucun*|refuse*|desinscri*|desabonn*|desinscrit*|oppose*|opposition|retire|ne pas
  nunca|jamas|ningun*|rechaz*|deneg*|cancelad*|revocad*|baja|desuscri*|nao|recus*|negad*|descadastr*|desinscrev*
  odmow*|odmawia*|rezygn*|wypis*|sprzeciw*|cofn*|wycof*|brak zgody|bez zgody|zabron*|nu doresc*|nu vreau|nu accept*|fara|refuz*|dezabon*|retras*|anulat*
  nesutink*|nesutik*|atsisak*|atsauk*|nenor*|nepiekrit*|atteik*|nem|soha|elutasit*|leiratkoz*|nesouhlas*|odmit*|odhlas*|zamit*
  nee|niet|geen|nooit|afgemeld*|geweiger*|uitgeschreven|mai piu|rifiut*|disiscri*|negat*|revocat*|annullat*
  nage|dim|peidiwch|peidio|gwrthod*|nid|nac|nil|nilim|diultai*|diultu*|na cuir*|na seol*|stad
  hayir|iptal*|istemiyor*|reddetti|reddedildi|khong|tu choi|hapana|laa|nahi|nahin|nai
  нет|не|никогда|отказ*|отпис*|запре*|ні|відмов*|не треба|όχι|οχι|لا|رفض|رافض|مرفوض|नहीं|ਨਹੀਂ|نہیں|아니요|아니|아니오|거부|いいえ|拒否|不可|لن|غير`)

/** Refusals as the first or the only word: inside a cell they are words of other languages. */
export const refusalStarts = list(
  'n|en|ni|na|nu|ne|ej|non|f|0|0 0|minus|stay off|just no|exit|end|zero|brak|sin|negative|nada|ninguno',
)

/** Reminders and the like are no marketing: with `only` they are a refusal. */
export const purposes = list(
  `reminder*|appointment*|appt*|booking*|transactional|service|services|admin|essential*|urgent|emergenc*|confirmation*|receipt*|
    notification*|operational|updates`,
)

export const onlyWords = list(
  'only|just|solely|exclusively|vain|nur|seulement|uniquement|solo|solamente|tylko|doar|tik|alleen|kun|bara|instead|endast|yn unig|amhain|somente|apenas|csak|pouze',
)

export const texts = list(`
  sms|smss|sms s|smsy|smsmarketing|text|texts|txt|txts|texting|text message*|text msg*|textmessage*|mms|texto|textos|mensaje* de texto|esemes*
  tekstiviesti*|tekstari*|sms viesti*|neges destun|testun|teachtaireacht*|teacs*|tekstmelding*|textmeddelande*|смс|短信`)

export const otherChannels = list(`
  email*|e mail*|mail|mails|mailing*|post|postal|letter*|phone|phones|phone call*|call|calls|calling|telephone|whatsapp|whats app|push
  newsletter*|facebook|instagram|social*|dm|dms|messenger|web|sahkoposti*|puhelin*|puhelut|posti|kirje*|courriel*|correo*|telefon*|telefono
  poczta|mailem|telefonu|e post|epost*|e posta|brief|anruf*|lettre*|appel*|llamada*|carta*|ebost|ffon|riomhphost`)

/** Clear yeses. */
export const agreements = list(`
  y|ye|yes*|yess*|yep|yeah|yea|yup|true|t|1|1 0|on|ok|okay|oke|sure|agree|agrees|agreed|agreement|consent|consents|consented|accept|accepts
  accepted|accepting|allow|allows|allowed|grant|granted|subscribe|subscribed|subscriber|subscribes|opt in|opted in|optin|optedin|opts in
  opting in|enable|enabled|checked|ticked|selected|permit|permits|permitted|permission|approved|authorised|authorized|signed up|sign up
  happy|happy to receive|willing|would like|wants|wants to receive|of course|absolutely|definitely|certainly|affirmative|double opt in
  single opt in|all channels|everything|any channel|can text|may text|can contact|may contact|can be texted
  kylla|joo|juu|sallit*|hyvaksy*|suostu*|lupa|annettu|kaikki|ja|jawohl|jepp|einverstanden|zugestimmt|eingewilligt|angemeldet|akzeptiert|zustimmung|erlaubt|alle
  oui|daccord|accepte|acceptee|inscrit|inscrite|abonne|abonnee|tous|si|acepta|acepto|aceptado|acepta recibir|de acuerdo|de acord|suscrito|suscrita|todos
  sim|aceito|aceita|aceite|concordo|autorizado|inscrito|tak|zgoda|zgadzam sie|wyraza zgode|wyrazam zgode|wyrazona|zapisany|zapisana|wszystkie
  da|acord|sunt de acord|accepta|acceptat|abonat|taip|sutinku|sutinka|sutikimas|piekritu|jah|noustun|igen|elfogad*|ano|souhlas|souhlasim|akkoord|aangemeld
  godkand|godkendt|tilmeldt|samtykke|samtykker|samtycker|accettato|accetto|acconsento|iscritto
  ydw|ydy|ie|oes|iawn|cytuno|wedi cytuno|ta|toilim|toilithe|sea|aontaim|aontaithe|cinnte|evet|onayli|kabul|dong y
  да|согласен|согласна|так|згоден|згодна|ναι|نعم|موافق|موافقة|हाँ|हां|ਹਾਂ|ہاں|네|예|동의|はい|同意|是|好|可以`)

/** Say nothing about yes or no. */
export const fillers = list(`
  a|an|the|to|for|by|via|on|in|at|from|of|with|and|or|is|are|has|have|had|been|be|i|she|he|they|we|client|customer|guest|her|him|them|me|us|our
  marketing|promo|promos|promotion|promotions|promotional|offer|offers|news|message|messages|messaging|mobile|number|gdpr|salon|form|website|online
  received|receive|receives|fine|given|gave|active|confirmed|signed|all|receiving|get|getting|contact|contacted|status|date|dated|since|thanks|thank you|please|now|again|also|am|pm|utc|gmt|written|writing|ia|och|und|et|y|e|i|ja|oraz
  markkinointi*|viestit|lupa|saa|laittaa|lahettaa|werbung|publicite|publicidad|reklam*|zgoda na|marketingowe|powiadomienia|par|per|por|przez|durch|mit|na|do|wiadomosci`)
