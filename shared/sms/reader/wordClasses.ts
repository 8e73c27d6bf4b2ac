/**
 * Words that mean the same in texts to a salon, without accents; `stem*` also matches what begins with it. A class makes `arretez` and
 * `quit` alike for the reader, also where the corpus has only one of them.
 */
const classes: Record<string, string> = {
  stop: `stop* quit quits cease ceasing halt desist discontinue* arret* cess* pare paren parar basta ferma fermate smett* stad stadaigi scoir przestan*
    opri* incet* aufhoren horen stopp* stabdy* sustabd* liauk* beidz* partrauc* izbeidz* lopet* sluta ophoud* dur durdur* kes kesin band bandh roko
    itigil* tigil* ngung стоп* хватит перестан* прекрат* зупин* припин* досить توقف* اوقف* قف 停 停止 やめて deixa* dejen dejad dejar`,
  not: `no not dont dnt donot never nor without cannot cant wont didnt doesnt isnt wasnt arent havent aint nunca jamas ne pas plus nie nao nem non nicht kein* keine
    nie nu ni neb nebe* не нет ні لا ما مش 不 别 別 勿 没 khong dung huwag wag hindi ayoko mat nahi nahin nai na ei inte ikke geen niet`,
  write: `text* txt* messag* msg* sms* contact* send* sent writ* email* mail* spam* bother* pester* harass* hassl* disturb* call* ring* rang phone*
    envi* mand* escrib* ecri* schreib* kontakt* simsen anruf* wysyl* przysyl* pisz* pisac dzwon* trimit* scri* mesaj* suna* deranja* siusk* siunt* rasyk* rasyt*
    sut* rakst* zvan* nhan tin gui goi bhej* likh* пиш* пис* отправ* шл* звон* надсил* ترسل* راسل* رسائل 发 發 传 傳 信 联 聯 扰 擾 nachricht* wiadomosc* zinut* mensaj*
    messagg* teachtaireacht* seol* teacs* anfon* tecst* gonder* yaz* ara* molest* nekaj* incomod* rahatsiz* stor* berich* stur*`,
  remove: `remov* delet* eras* take taking leave drop strike scrub scratch unlist lose block* purge bin wipe exclude get retir* supprim* enlev* effac* borr* elimin* quitar quiten sac*
    rimuov* cancell* toglie* usun* skresl* wykres* sterge* scoate* losch* entfern* streich* nehmen nehmt pasalin* istrin* isbrauk* dzes* svitro* iznem* удал* убер* убрат* видал* прибер*
    bain* scrios* tynn* dileu* sil* cikar* xoa bo alis* tanggal* 删 刪 移 除 verwijder* haal* toroljen*`,
  list: `list* database* db system records books mailing lista* liste* spis* baza bazy saras* saraks* список* списк* rhestr* contacts file files`,
  me: `me us my our mine myself moi mon nous mi mis mich mir uns mnie nas moj* ma mie mio ci meg mane man mani меня мене мой мій mo mig`,
  unsubscribe: `unsubscrib* unsub* optout opting resubscrib* desabon* desinscri* baja abmeld* abbestell* austrag* wypis* rezygn* dezabon* atsisak* atteik* отпис* відпис*
    abonelik* disiscri* afmeld* uitschrijv* avregistrer* avslut* deregister* diliost* 退 订 訂`,
  cancel: `cancel* annul* iptal neatsauk* odwol* absag* huy anulu* anulez*`,
  offer: `offer* promo* deal* discount* ad ads advert* marketing newsletter* reklam* werbung* publicid* pubblicit* publicite pub ofert* oferta* nuolaid* скидк* акци* voucher*`,
  consent: `consent* permission* gdpr dpa data privacy right rights object* article law legal* tps agreed agree`,
  report: `report* complain* complaint* ico comreg police garda* guards solicitor* lawyer* sue suing court harassment fine fined`,
  scam: `scam* fraud* fake phish* legit* genuine hoax con dodgy spam*`,
  who: `who whos whose whom`,
  wrong: `wrong mistake* mistaken incorrect`,
  number: `number* num phone* mobile cell sim line numero* nummer numer* numar* numeri* numur* номер* uimhir rhif`,
  identity: `called named name names person man woman lady guy owner manager`,
  appointment: `appointment* appt* booking* booked book slot* cita rdv rendez termin* wizyt* programare* vizit* reserv* waitlist* cancellation* hen wedding* termine`,
  hair: `hair* cut cuts colour* color* blow dry blowdry nail* gel gels brow* lash* fringe perm* roots highlights balayage toner wax* facial massage trim extensions skin bun braids`,
  place: `bus train stop shop salon* town road street corner door station outside parking park`,
  visit: `by in over for off at`,
  time: `monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun today tomorrow tonight morning afternoon evening week weeks month* year* later soon next am pm`,
  price: `price* cost* much euro* pound* quid dear expensive cheap* free pay paid afford* money fee* percent`,
  yes: `yes yeah yea yep yup yis ya sure ok okay grand absolutely definitely certainly deffo si oui ja tak da taip ja igen sim да так نعم oo co vang ie ndiyo haan evet 是 好 要 sea`,
  want: `interested interest* want* love loved like keen tempted deal in game wanna would id count sign* join* try`,
  info: `info information details more link send tell how works work`,
  thanks: `thank* thanks thx ty ta cheers merci gracias grazie obrigad* dziek* multumesc danke aciu paldies спасибо дякую diolch`,
  please: `please pls plz plse kindly bitte prosze favor plait prasau ludzu por пожалуйста ласка`,
  have: `have has had got getting already someone friend sister daughter mother mum mam wife own`,
  away: `holiday* vacation leave leaving abroad moved moving away hospital sick ill retired retire* closed sold maternity`,
  dead: `died dead passed deceased funeral bereave* rip`,
  auto: `driving automatic* autoreply auto reply replies respond* response unavailable currently moment assistance received reached opening hours open monitored inbox office urgent mailbox voicemail
    notification* silenced switched undeliver* delivered code verification confirm* appointment* order* parcel payment* absent* abwesen* delivery`,
  soon: `asap possible shortly back`,
  question: `what when where why how which can could is are do does did will would`,
  doubt: `maybe perhaps unless until if might but though depends later`,
  joke: `lol haha* hahah* lmao rofl kidding joking joke jk lmfao gas`,
  swear: `fuck* fuk* feck* shit* piss* bollox bloody arse bastard* cunt* wanker* hell damn idiot* scumbag*`,
  enough: `enough sick tired fed annoying annoyed constant again third fourth times twice already many often`,
  kids: `kid kids child son toddler baby school minor teenager`,
  friendlyFace: `😀 😊 🙂 😄 😁 😍 🥰 ❤ 💕 💖 💛 🙏 🙌 👏 🎉 ✨ 💅 😘 🤗`,
  laugh: `😂 🤣 😅 😆 😹 💀 😜`,
  angryFace: `😡 🤬 😠 🖕 😤 🙄 👿`,
  stopSign: `🛑 ⛔ 🚫 📵 🔕 ❌ ✋`,
  thumb: `👍 👌 ✅ ✔`,
  thumbDown: `👎`,
}

const exact = new Map<string, string>()
const stems = new Map<string, string>()
for (const [name, words] of Object.entries(classes))
  for (const word of words.split(/\s+/).filter(Boolean)) {
    const [into, key] = word.endsWith('*') ? [stems, word.slice(0, -1)] : [exact, word]
    if (!into.has(key)) into.set(key, name)
  }
const LONGEST_STEM = Math.max(...[...stems.keys()].map(({ length }) => length))

/** The class of a folded word or sign; undefined for most words. The longest stem wins. */
export function classOf(word: string): string | undefined {
  const own = exact.get(word)
  if (own) return own
  for (let length = Math.min(word.length, LONGEST_STEM); length > 1; length--) {
    const found = stems.get(word.slice(0, length))
    if (found) return found
  }
  return undefined
}
