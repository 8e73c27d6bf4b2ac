import { lines } from './meanings.ts'

/** Clear opt-outs in other languages. */
export const abroad: string[] = lines(`
  Stadaigí ag cur teachtaireachtaí chugam
  Scoir de na téacsanna
  Níl mé ag iarraidh teachtaireachtaí
  ná seol níos mó téacsanna
  scrios m'uimhir
  cuir deireadh leis seo, stad
  ná bac liom
  Díliostáil mé
  Stopiwch anfon negeseuon
  Peidiwch â chysylltu â mi
  Peidiwch â tecstio fi eto
  stopiwch
  dim mwy o negeseuon
  Tynnwch fi oddi ar y rhestr
  dileu fy rhif
  Przestańcie pisać
  proszę mnie wypisać
  Nie wysyłajcie więcej SMS
  wypisz mnie z listy
  Usuńcie mnie
  Wycofuję zgodę
  nie zgadzam się na smsy
  Dajcie mi spokój
  dość tych smsów
  Rezygnuję z wiadomości
  nie dzwońcie i nie piszcie
  Nu îmi mai trimiteți mesaje
  nu mai vreau mesaje
  Opriți mesajele
  oprește
  Dezabonare
  Ștergeți numărul meu
  scoateți-mă din listă
  lasă-mă în pace
  Nu doresc să mai primesc SMS-uri
  Pare de me enviar mensagens
  não quero mais receber mensagens
  parem com isso
  Remova meu número
  remova-me da lista
  Não me mande mais SMS
  cancelar inscrição
  Deixem-me em paz
  apague o meu número
  não me contacte mais
  Nebesiųskite man žinučių
  nerašykite daugiau
  Prašau nesiųsti
  Stabdykite
  atsisakau
  Pašalinkite mano numerį
  ištrinkite mane iš sąrašo
  Nenoriu gauti SMS
  Liaukitės
  Nesūtiet man ziņas
  beidziet rakstīt
  Pārtrauciet
  izdzēsiet manu numuru
  Vairs nesūtiet
  atteikties
  Arrêtez vos messages
  ne m'envoyez plus de SMS
  Désabonnez-moi
  supprimez mon numéro
  je ne veux plus recevoir de messages
  laissez-moi tranquille
  plus de pub svp
  STOP SMS
  Enlevez-moi de la liste
  no me manden más mensajes
  Denme de baja
  dejen de escribir
  Elimine mi número
  ya no me escriban
  quiero darme de baja
  sáquenme de la lista
  Bitte löschen Sie meine Nummer
  Keine SMS mehr bitte
  Schreiben Sie mir nicht mehr
  Hören Sie auf
  Abmelden bitte
  ich möchte keine Nachrichten mehr
  Lassen Sie mich in Ruhe
  ich widerrufe meine Einwilligung
  Non scrivetemi più
  cancellatemi dalla lista
  Basta messaggi
  non voglio più ricevere sms
  Smettetela
  toglietemi dalla lista
  Не пишите мне больше
  хватит писать
  удалите мой номер
  Отпишите меня
  прекратите
  не присылайте смс
  больше не пишите
  Отстаньте
  Не пишіть мені більше
  припиніть
  Видаліть мій номер
  не надсилайте смс
  відпишіть мене
  досить
  停止发送
  不要再发短信了
  退订
  別再傳了
  请把我的号码删除
  不要联系我
  TD
  توقف
  لا ترسل لي رسائل
  إلغاء الاشتراك
  احذف رقمي
  أوقفوا الرسائل
  لا أريد رسائل
  band karo
  message band kar do
  mujhe message mat bhejo
  mera number hata do
  msg nahi chahiye
  mat bhejo
  pareshan mat karo
  Mesaj atmayın
  beni listeden çıkarın
  artık mesaj istemiyorum
  numaramı silin
  iptal et
  rahatsız etmeyin
`)
