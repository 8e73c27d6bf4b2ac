import { lines } from './meanings.ts'

/** Short ways to say yes, also with typing errors and in other languages. */
export const agreements: string[] = lines(`
  Sure thing
  100%
  Oes
  Sounds great thanks
  Haan
  ✅
  I'd love that
  I want to book
  Yes it's me
  Yrs please
  可以
  Aye go on
  Yes how much
  Deffo x
  Yes that works
  Vale
  That'd be lovely x
  Oui
  Oki
  Yes, Friday?
  Okay
  Id like to book an appointment please
  Sim por favor
  Tak, proszę
  Can I book in please
  Im interested tell me more
  是
  interested please
  Please
  Can I book
  Perfect, book me in
  Hi, yes. Thanks, Jo
  أكيد
  Yes yes yes
  Sigur
  Да
  Taip
  Rwy'n awyddus
  Yes thx
  Yas queen
  Da, va rog
  Poproszę
  Sounds good
  Yes I'd love to
  Sign me up
  Why not
  Yes ta
  Send me the link please
  Da
  I'm interested
  Yup
  Im in!
  Yes please, any time next week
  Book me in please!
  Lovely, yes
  Yes I do
  I do
  That would be great
  link pls
  👍
  Oui svp
  Так
  Iawn
  Claro
  👍🏽👍🏽
  نعم
  Sí
  Defo
  Ye
  Jasne
  Hiya yeah go on x
  I am
  Sì grazie
  Yes go ahead
  yes im keen
  👌
  Ok
  Avec plaisir
  yeah ok
  Definitely
  Aye
  Y
  ايوه
  🙌 yes
  okey dokey
  Sure why not
  Ys
  I'm in
  Yea sure
  Book me in
  more info please
  Ie plîs
  go for it
  Tell me more
  Yes, still interested
  Si por favor
  Yes I am
  Absolutely
  yes plz
  Sure
  Count me in
  Please book me
  Yse
  Yes interested
  Sim
  Interested
  Go on then
  Hello, yes I'd be interested
  Keen
  yes!please
  Send me the details
  I would love to come back
  Send details pls
  Yes when?
  Brilliant, yes please
  Yesplease
  Taip, prašau
  Yes pls x
  Yesss
  yep!
  Yess pleaseee
  yass
  Tá, le do thoil
  D'accord
  Happy to
  Details please
  y please
  YES!!!
  yeh
  Go ahead
  send the link
  Ydw
  Žinoma
  Of course
  Evet
  Ja bitte
  Hi yes please
  yes plz x
  Yes pleeease
  yessss
  Yes thanks!
  Yeah!
  yip
  Yep 👍
  yas please
  yea pls
  Ye please
  ok yes please
  Okay thanks
  Okay, book it
  ok book me in
  Ok sure thing
  Sure go on
  Sure, sounds good
  Lovely thanks
  Lovely!
  lovely x
  Amazing yes
  amazing thank you
  omg yes
  OMG yes please!!
  Wow yes
  wow yes please
  Ooh yes
  Hell yeah
  heck yes
  too right
  definitely!
  Absolutely yes
  For sure
  of course yes
  Certainly yes
  By all means
  With pleasure
  Gladly
  count me in!
  I'm in!
  in
  Go on
  Go on so
  go on then x
  why not!
  ya sure
  Ya please
  yup go ahead
  Send it on
  send it please
  Send away
  send on the details
  fire it over
  more info?
  Please tell me more
  I'd like more info
  I'd love to know more
  would love to hear more
  Interested pls
  Interested x
  yes interested please
  I'd be interested
  keen to try
  I'd like to try it
  I want to try it
  I'll try it
  I'd love to try
  I'd love to come
  id love an appointment
  I'd love to book in
  Please book me in
  pls book
  Book please
  book it
  Book now
  I'd like to come back
  I want to come back
  I miss you guys, yes
  Missed you! Yes
  yes for Friday
  Yes Friday at 2 please
  Friday please
  Friday 2pm please
  Can I have Friday
  Yes where do I sign
  where do i sign up
  how do I sign up
  How do I get it?
  how do I get this
  👍🏻
  👍👍
  😍 yes
  🥰 yes please
  💯
  yes ❤️
  🙏 yes
  Yes - Mary
  Yes. Mary Kelly
  Yes it's Mary
  YES MARY
  Yes I'm the owner
  Yes we are
  yes we do
  we'd be interested
  We would love to
  yes this is the salon
  Yes, this is her
  Speaking, yes
  Tá!
  Ba mhaith liom
  Go breá
  Ydy
  Wrth gwrs
  Ie, diolch
  Hoffwn
  Oczywiście
  Tak, dziękuję
  Tak, interesuje mnie
  Dobrze
  Bineînțeles
  Da, mă interesează
  Sigur că da
  Com certeza
  Claro que sim
  Sim, tenho interesse
  Gerai
  Taip, ačiū
  Noriu
  Por supuesto
  Me encantaría
  Bien sûr
  Oui, merci
  Oui avec plaisir
  Ok pour moi
  好啊
  行
  没问题
  想要
  نعم شكرا
  طبعا
  ايوا
  موافق
`)
