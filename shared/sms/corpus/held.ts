import { lines } from './meanings.ts'

/** Texts with two readings, which wait for a person. */
export const held: string[] = lines(`
  Comment avez-vous eu mon numéro ?
  Not interested in these messages really
  scam
  STOP sorry wrong chat
  Will stop cancel my booking too?
  Why are you texting me
  Too many texts!!
  Yes please but stop texting so late
  Email me instead please
  Stop!! yes please!!
  Wrong person
  Faux numéro
  I prefer whatsapp not texts
  Zły numer
  yes please stop
  Only contact me by email
  Who is this and how have you got my number
  cancel please
  Is this a scam
  stop - sorry sent that by mistake
  Karen doesn't have this phone now
  You text too much
  Reporting to trading standards
  你们怎么有我的号码?
  Rhif anghywir
  Get out of here, stop! 😂
  Naff off 😂 go on then
  Pls stop texting unless you've got something with Gemma
  من أين حصلت على رقمي؟
  That's the third text this week
  I don't remember signing up
  Is this spam?
  who gave you my number
  Not now maybe later in the year, hold off texting
  why do you keep messaging me?!
  Stop. Actually wait, what is the offer?
  I'd rather not get texts
  How did you get my details
  wrong number mate
  Omg stoppp I love this
  Stop unless it's free
  Please call me instead of texting
  My mother died, please update your records
  De unde aveti numarul meu?
  Unsubscribe? how do i book tho
  Stop no way!! half price?
  STOP oh my god really?
  打错了
  Maybe stop these?
  Pause texts till January please
  Go away!! Really? half price? yes please
  I'm not Emma, new number owner
  Should I reply STOP?
  Skąd macie mój numer?
  This is spam
  Detente jaja sí quiero
  please cancel it for me
  Seriously?
  I will report this number to the ICO
  Klaidingas numeris
  I'm only 13
  She has passed away
  This is a work phone
  Stop yes
  Ignore my stop message I sent it by accident
  Yes stop
  I'm reporting you
  This is not Lisa
  Really annoying
  Sorry, Sarah passed away in March
  Número errado
  stop all apart from reminders
  Where did you get my number from?
  Numar gresit
  stop it you're making me blush 😂
  Lisa no longer works here
  Can I cancel
  stop for now
  Cancel that
  Stop until after Christmas please
  Shut up, stop!! 50% off?
  Don't text me again unless it's about my appointment
  If I text STOP do I lose my appointment?
  No stop sorry I mean yes
  This is a child's phone
  Wrong number
  Can you email rather than text please
  Stoppp I'm obsessed
  Can you stop for a bit, baby just arrived
  this isn't Karen's number any more
  Please don't text me again until next year
  I'd like to book but please stop texting before 9am
  Stop! Me?? Really?
  stoppp you had me at half price
  ha ha stop
  Stop lying 😂
  stop messing, is that for real
  Stop teasing me with these prices
  Oh stop, you know I can't resist
  stop, take my money
  STOP the lights 😂 yes
  Sorry meant to say YES not stop
  Not stop sorry, yes
  ignore stop
  please disregard my stop
  I didn't mean stop
  stop was a mistake
  That stop was my daughter
  stop no I mean start
  can you undo that
  I texted stop but want to rejoin
  how do I rejoin
  stop for now x
  hold off for now please
  not till the new year please
  leave me off till spring
  stop texting till I ask
  Only text me once a month
  Too much texting
  text less please
  Too early to be texting
  it's midnight, stop texting at this hour
  don't text while I'm working
  Could you email me these instead
  whatsapp me instead pls
  by phone only please
  Letter only
  my new number is better, stop using this one
  change my number to 07700900777 and stop this one
  stop texting unless it's an emergency
  stop if it's not Gemma
  STOP unless free
  yes to reminders, no to marketing
  just reminders please, no offers
  no offers just reminders
  why did i get this text
  Why did you text me?
  how come you have my number
  whats this about
  Is this legit
  dodgy
  scam?
  fraudsters
  is this junk
  feels spammy
  Going to the police
  I'll be onto the ICO
  I am recording this number
  Reporting this
  reported to 7726
  7726
  Not my name
  I'm not called Mary
  My name isn't Mary
  There's no Mary here
  Mary who?
  Mary doesn't live here
  no one called Mary
  you want my sister
  I'm her son
  This is a man's phone
  I'm a bloke
  I'm a fella, wrong one
  Dead wrong number
  worng number
  wrong nmbr
  I bought this phone second hand
  i've had this number for 2 years
  she's in a nursing home now
  she has dementia, please don't
  he's passed
  mam passed on in June
  RIP
  closed account
  I cancelled my membership
  cancel my membership
  please cancel my account
  Cancel us
  cancel pls
  cancellation
  Canceling
  delete?
  remove?
  Opt out of what?
  stop what
  Stop what?
  stop who
  stop?? why
  what do you mean stop
  Do I text stop
  what if i say stop
  Kto pisze?
  Skąd ma pani mój numer
  Cine sunteți?
  Cine e?
  Quem é?
  Quem fala?
  De onde tem o meu número
  Kas jūs?
  Iš kur turite mano numerį
  ¿Quién eres?
  C'est qui ?
  Qui est-ce
  Mauvais numéro
  你是哪位
  哪位
  谁啊
  مين معي
  من هذا
  Cé tusa?
  Pwy wyt ti?
  Pwy yw hwn
  Anghywir
`)
