const set = (list: string) => new Set(list.trim().split(/\s+/))

/** Words that agree, in other languages; without accents. */
const yes = set(`
  ydw iawn oes si sim oui ouais ja jaja jep da tak ie yndw sea isea cinnte taip ano igen hai evet hayhay haan haanji hanji han ji jee
  claro vale dale dac sigur desigur bineinteles naturlich klar gern gerne sicher certo certamente volentieri perfetto perfecto perfeito
  parfait super chetnie pewnie jasne oczywiscie dobrze poprosze zgoda zinoma gerai puiku tikrai noriu norim labi protams gribu labprat
  tamam olur tabii tabi elbette graag zeker prima visst garna gärna genau volontiers absolument certainement
  theek thik accha acha bilkul zaroor zarur shaadi bhejo bhejdo bhejiye batao bataiye chahiye gonderin gonder yollayin
  да конечно хорошо ладно давайте интересно интересует хочу согласна согласен отлично так звичаино добре гаразд цікаво авжеж звісно
  اريد نعم ايوه ايوا اي اكيد طبعا تمام موافق موافقه مهتم مهتمه مهتمة ارسل ارسلي الرابط التفاصيل يس`)
/** Words beside a yes that do not change it. */
const polite = set(`
  svp stp s il vous plait por favor gracias muchas merci beaucoup bitte danke schon sehr gracie grazie mille per favore obrigado obrigada muito dziekuje dzieki
  prosze bardzo multumesc mersi va rog te frumos aciu labai prasau paldies ludzu diolch os gwelwch yn dda plis go raibh maith agat le do thoil
  please thanks thank you dank je wel alstublieft tack takk tak lutfen tesekkurler tesekkur ederim shukriya dhanyavad x xx xxx
  bien sur avec plaisir me mi moi ca m interesse minteresse cela interessa interesa interessiert mich quiero quero queremos voglio ich will mochte je veux
  gusta gustaria mas mais piu plus mehr wiecej info informacion informacao informacoes informazioni informationen informacji informatii
  mandame mandeme enviame envieme envoyez manda wysliche wyslij trimiteti trimite cu placere o la a de que interesat interesata sunt sint
  jestem zainteresowana zainteresowany estou interessada interessado estoy interesada interesado zainteresowani interessata sono
  is ea ta suim agam mae gen i ddiddordeb siucht idomu domina mane interese mani kar do de dijiye link bhej
  пожалуиста спасибо будь ласка дякую мне мені очень дуже расскажите подробнее من فضلك شكرا لو سمحت`)

/** Without its accent the Irish yes is an English thank you. `body`: as received. */
export const withIrishYes = (body: string): string =>
  body.normalize('NFC').replace(/^(\W*)tá(?=\W*$|[.,!])/iu, '$1sea')

/** A clause that only agrees, in a language other than English. */
export function agreesAbroad(clause: string): boolean {
  if (
    /^(?:oui je suis interessee?|tak jestem|jestem (?:chetn\w+|zainteresowan\w+)|powiedz(?:cie)? (?:mi )?wiecej|bardzo chetnie|sutinku|siuskite|seol an nasc|anfonwch (?:y|fwy|ragor|fanylion)|mandame|trimite|trimiteti|sunt de acord|me apunto|si quiero|sim|envie|مهتمp{L}*|ارسلp{L}* (?:الرابط|التفاصيل)|تمام|me gustaria|quiero (?:mas|saber|probar|reservar|info\w*)|quero (?:mais|saber|marcar|experimentar)|gostaria|pode ser|prosze o|poprosze|chcialabym|chcialbym|chce wiecej|domintu|noreciau|(?:as )?noreciau|ma intereseaza|vreau|as vrea|mi ar placea|jaimerais|j aimerais|je voudrais|je suis interessee?|dites (?:men|moi)|dis men|envoyez|cuentame|cuenteme|digame|conte me|me conta|ich mochte|ich hatte gern|erzahlen sie|mi piacerebbe|vorrei|dimmi|dw i (?:eisiau|isio)|rwy eisiau|dywedwch|inis dom|go brea|com certeza|por supuesto|me encantaria|ok pour moi|wrth gwrs|hoffwn|ydy|is maith liom|ba (?:bhrea|mhaith) liom|ta me ag iarraidh|hoffwn i|da vreau|vreau|sunt interesata?|tenho interesse|domina|zainteresowan[ay]|estoy interesad[ao]|je veux bien|is ea|rwyn awyddus|rwy n awyddus|ta suim agam|me interesa(?: mucho)?|mi interessa|(?:ca|cela) minteresse|interessiert mich|avec plaisir|bien sur|cu placere|mae gen i ddiddordeb)\b/.test(
      clause,
    )
  )
    return !/\b(?:no|pas|non|nicht|nie|ddim|nil)\b/.test(clause)
  if (
    /^(?:可以的|好的?|是的?|可以|行|我要|想要|好啊|有兴趣|感兴趣|有興趣|感興趣|愿意|願意|要|没问题|當然|当然|谢谢|謝謝|请发|了解一下|はい|네)+(?:\s|$)/u.test(
      clause,
    )
  )
    return true
  const all = clause.split(' ')
  return (
    all.length <= 8 &&
    all.some((word) => yes.has(word)) &&
    all.every((word) => yes.has(word) || polite.has(word))
  )
}
