import { lines } from './meanings.ts'

/** Wishes to stop, in every form and language in which people write them. */
export const wishes: string[] = lines(`
  opted out
  Delete my number
  Nepište mi
  ⛔️
  stop txt
  Cancellatemi dalla lista
  Nu mai trimite mesaje
  Never contact me again
  STOPNOW
  STOP ALL MSGS
  Put me on your do not contact list
  take me off your books please
  STOP JANE
  Não me mande mais mensagens
  STOP/END
  Удалите мой номер
  Pašalinkite mane iš sąrašo
  how do i opt out
  stop ty
  plz stop txtng me
  Opting out
  Nebesiųskite žinučių
  Rezygnuję z sms
  I want off this list
  Supprimez mon numéro
  Opt me out
  🅂🅃🄾🅟
  Ná cuir téacs chugam arís
  88440 stop
  remove me
  Відпишіть мене
  Unsubscride me
  cease contact please
  Stop all marketing from this salon
  I text STOP to 60777
  Block me
  Stop 60777
  Scrub my number
  delete my data
  end all texts
  stop9
  Stop the adverts
  Listeden çıkarın
  (STOP)
  Remove my number
  Стоп
  désinscription
  optout
  cancel my text subscription
  Wag nyo na akong itext
  Stop txts
  I dont want any more of these
  no.stop
  Leave me alone
  Get my number off your system
  Stpo
  unsubscibe
  stop textn
  مجھے میسج نہ کریں
  Stopiwch
  Remove us from your mailing list
  Stop I don't have hair
  pls remove my details
  Przestańcie wysyłać
  stopmessaging
  Stop w the texts
  Block this number from your system
  Nerašykite man daugiau
  Ｓｔｏｐ ｐｌｅａｓｅ
  send STOP
  取消订阅
  Dim diolch, peidiwch â chysylltu eto
  Nie piszcie więcej
  STOP2STOP
  Dtop
  STPO
  बंद करो
  never text me again
  *STOP*
  Remove from list
  不要再发了
  OPTOUT
  sod off
  Bog off
  stop this texting
  Peidiwch â thecstio fi
  please erase me from your records
  Stop2Quit
  Не пишіть мені
  No ta. Take me off your list
  stoptoend
  Stopp bitte
  Stop contacting me. I've told you before
  Dilëwch fy rhif
  SТOP
  Stopiwch os gwelwch yn dda
  Cease and desist
  Stop.please
  Replying stop
  ਬੰਦ ਕਰੋ
  I have my own hairdresser, stop texting
  Ne írjanak többet
  Parem de enviar mensagens
  STOPP
  no spam
  Remove this number from your database
  Would you please stop messaging this phone
  stop, I'm a man
  Stop promos
  what do i have to do to stop these
  Toglietemi dalla lista
  Lose my number
  un-subscribe
  ive asked you 3 times to stop
  piss off
  Please delete my details from your system
  bugger off and leave me be
  Bitte keine Nachrichten mehr
  S-T-O-P
  Not interested, don't text again
  No thank you please remove me from your list
  please can you stop contacting my wife
  Stop texting me I am bald
  Ná seol aon téacs eile chugam
  Take me off this list
  I do not want to receive texts from you
  no more offers thank you
  Stop. Stop. Stop.
  Peidiwch anfon mwy o negeseuon
  UNSUBSCRIB
  请删除我的号码
  STOPPLEASE
  st op
  no more texts please and thank you
  reply STOP
  STOP HAIR
  Fuck off
  Atsisakau
  Stad, le do thoil
  STOP. Thanks
  do not contact me again
  How do I unsubscribe from this please
  Delete me
  Stop met berichten sturen
  Stop sms messages pls
  TEXT STOP 60777
  nao quero receber mensagens
  I no longer wish to receive your messages
  s.t.o.p
  /stop
  Ⓢⓣⓞⓟ
  No quiero recibir más mensajes
  remоve me
  I don't consent to marketing
  stοp
  Take my name off your list
  Prašau ištrinti mano numerį
  end
  Arrêtez de m'envoyer des messages
  Stop to opt out
  मैसेज मत भेजो
  stop,thanks
  unsubscribe from all
  stop with the salon spam
  UNSUBSCRIBE STOP
  No more texts
  Je ne veux plus recevoir vos sms
  ꓢꓔꓳꓑ
  leave me alone please
  STOP1
  Want to unsubscribe
  Nustokite rašyti
  No texts please
  Cancel these texts
  RemoveMe!
  How can I stop these texts
  Delete all my data under GDPR
  texting stop
  stoptexting
  End these messages
  I withdraw my consent
  STOP SALON
  Atop texting me
  messages band karo
  Stuur geen berichten meer
  Do not message me
  Stoop texting me
  Remove
  ŠTOP
  cancel
  🛑 please
  No more marketing please
  Dur
  Unsub me
  Stergeti numarul meu
  Wypisz mnie
  Could you stop sending these
  No texts
  I didn't agree to these messages. Remove me.
  lose this number!!
  Спрете да пишете
  stop spamming my phone
  stop stop stop
  unsub pls
  Stop thank you
  stoppp
  STOP to 60777
  $top
  I never signed up for this, stop
  Arrêtez svp
  Stop msgs
  Stop bothering me
  REVOKE
  STOP SENDING ME STUFF
  𝐒𝐓𝐎𝐏 𝐭𝐞𝐱𝐭𝐢𝐧𝐠 𝐦𝐞
  Ndaloni mesazhet
  Please unsubscribe
  fuck off and stop texting
  unsubcribe
  Can u not text me anymore
  Cancel marketing
  Quit texting me
  STOP UNSUBSCRIBE
  ✋ stop
  stop.
  Forget my number
  StopMarketing
  don't message this number ever again
  Sttop
  Do not text this number
  va rog sa ma stergeti din lista
  Ѕtоp texting me
  Cease all communication
  Nu-mi mai trimiteti sms
  pls stop these offers x
  QUIT
  Darme de baja
  Stop massaging me lol sorry messaging
  STOPSMS
  no more messages
  Prosím neposílejte zprávy
  I asked you to stop
  Blacklist my number
  sotp
  Get me off this list
  🛑
  Dim mwy o negeseuon
  Mos më shkruani më
  Retirez-moi de votre liste
  No thanks, please stop
  Stóp
  quiero darme de baja por favor
  sending stop
  退訂
  opt out pls
  Töröljenek a listáról
  Unsubscribe!!
  Hi, stop please. Thanks, Jan
  Prosze nie pisac do mnie
  أوقفوا الرسائل من فضلكم
  txt stop
  Прекратите писать мне
  remve me
  Đừng nhắn tin nữa
  I don't want these texts
  ѕtop
  Nu mai doresc mesaje
  unsubscrbe pls
  Erase my details
  quit it with the texts
  Cancelar inscrição
  Pare por favor
  STOP SVP
  5t0p
  Stop sending these please
`)
