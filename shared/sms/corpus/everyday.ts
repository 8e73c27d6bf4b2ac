import { lines } from './meanings.ts'

/** Everyday texts to a salon with words that opt-outs use. They must never suppress a number. */
export const everyday: string[] = lines(`
  What happens if I reply STOP?
  I'll stop in after work
  Take an inch off please
  My gel won't stop peeling
  I have left him so need a new look
  My number has changed to 07700900444
  Top job
  I stopped coming because of the price
  I'm not Irish but do you do St Patrick's deals
  Is Katie still working there
  list of prices pls
  split ends are awful
  Nope still thinking
  I can't stop looking at my hair it's gorgeous
  I'll leave it for now
  Avez-vous une place samedi ?
  Do you do non-stop appointments lol
  can you remove acrylics as well
  is it patch test first
  No not yet
  text me the price please
  I quit my job so have more time
  Call me
  What is your cancellation policy
  When does the offer end?
  lol
  Does Stacey still do Desktop eyelashes
  Haltestelle in der Nähe?
  Do you block colour
  多少钱?
  Does keratin stop frizz
  Do you do balayage?
  Stopford Road branch?
  Stop by any time?
  Hay parada de autobús cerca?
  I need to stop biting my nails, do you do acrylics
  Full stop
  Emphasized “Hi Jo, it's been a while! Text STOP to opt out”
  Hope you never stop doing this offer
  Why did you cancel my last one?
  Remove and reapply gels please how much
  Did you get my last message?
  Could you take me off the waiting list for Saturday, I've got Friday now
  I want to stop dyeing my hair, can you help
  How much to remove extensions
  Don't worry
  dont forget my appointment
  need my tattoo brows removed
  weekend?
  What can I use to stop my nails breaking
  How much
  Loved “Hi Sarah, we'd love to see you. Reply STOP to opt out”
  Can you leave the length
  Does the peel remove sun spots
  Block booking discount?
  Quanto custa?
  Cât costă?
  Kiek kainuoja?
  Reacted 😂 to "Half price colour, reply STOP to opt out"
  Please don't stop doing Sundays!
  Pit stop for a fringe trim?
  No I can't do Tuesday
  Do you remove gel polish
  Disliked an image
  Pode parar aqui perto de carro?
  Le gusta "Responde STOP para no recibir más"
  Will the toner stop it going brassy?
  what time do you open
  couldn't stop smiling after my last cut
  What stop on the tube is it?
  End of the month ok?
  Can you text me the address
  Never mind
  Christopher here
  Cat é?
  can i stop by thursday
  Do I need to cancel 24 hours before?
  Faint yw e?
  Can you get rid of the green in my hair
  Do not disturb my mum she's asleep lol
  Stoptober challenge, no drinking so treating myself
  Où est l'arrêt de bus ?
  Please ring me
  one stop shop
  how do I stop my roots showing
  I quit smoking so my skin's better now lol
  Leave it with me
  Where are you
  I want to end up blonde
  what time do you stop for lunch
  Do you have a mailing list
  Is it the end of the road by Tesco
  We stopped by but you were shut
  Liked "Reply STOP to opt out"
  get rid of my roots lol
  new number btw its Jan
  non stop busy here, how about Friday
  👍 to "Hi Sam … Reply STOP to opt out"
  does it end friday
  not sure
  I lost my number for you
  dont stop the offer before payday
  My husband says I should stop spending
  Sorry this went to my spam folder
  Gdzie jest przystanek?
  Can you delete my 3pm and make it 4
  Not this week
  quite interested how much
  Why did you stop opening Mondays
  Can you take it all off, I fancy a buzz cut
  كم السعر؟
  can I cancel if ill
  Do you do threading, spam filter ate your last text
  How long does it take
  I had to cancel last time sorry
  What salon is this
  Can you stop grey coming through
  I want my lashes removed
  No parking?
  Laughed at "50% off this week. Reply STOP to end"
  ok
  Thanks
  When do you stop taking bookings
  Can we stop at yours after school
  My car stopped so I'll be late
  Train stopped at Reading, running late
  the bus doesn't stop there any more
  will the bleach stop at the roots
  stop at the chin please length wise
  can you stop the fringe at my brows
  my last place stopped doing them
  why did Gemma stop
  Did Gemma stop working there?
  what's stopping me is the price
  nothing stopping me
  I don't know when to stop with colour lol
  where do I stop the car
  I need a stopgap
  Stopping in Leeds till Friday
  How long before I can stop using the serum
  I stopped using the serum
  do you remove nail glue
  remove makeup before?
  remove my booking for Tues
  I removed it myself
  I deleted your text by mistake, what was the offer
  deleted the link sorry send again
  lost my number? it's the same
  I've lost your number
  I've lost my appointment card
  can you take it shorter
  take off an inch
  Take my sister's appointment
  please take card?
  do you take cards
  leave my hair down
  Leave the fringe
  can I leave my daughter with you
  leave my number for Gemma
  do I text you when outside
  Don't text, I'm driving. I'll ring
  dont cut too short
  Don't want it too short
  I don't want a fringe
  I don't need colour
  I don't want Gemma, can I get Sue
  never had balayage
  never mind x
  no hurry
  no problem
  no longer at work, free any time
  no more grey please!
  no message came through
  No text came yesterday
  not received the text
  no text yet
  I got no message
  my messages are full
  message me the price
  message me tomorrow
  Contact me tomorrow
  Call me later
  call me instead
  ring me please
  email me the price list
  Do you have an email
  who does your nails
  Who is doing my hair
  who's free Friday
  who are the stylists
  where are you based
  where did you get those lashes
  How did you get her hair so shiny
  how do you know what colour suits
  Is this for new clients
  is this for men
  Is it for me and my sister
  Is this for all branches
  is it a real discount
  Are the lashes real
  is the hair human
  human hair extensions?
  are the wigs fake or human hair
  fake tan?
  Do you do fake nails
  fake lashes price
  report to reception?
  who do I report to
  My daughter's school report came
  I'm in school till 3
  I'm a minor inconvenience lol
  I'm 15 mins late
  I'm 16 weeks pregnant is it safe
  my husband died laughing at my roots
  my phone died
  hair dye?
  My landline?
  late for work
  I've moved to Leeds do you have a branch
  We moved house but still near
  I moved away from blonde
  I'm not sure
  I'm not able
  I'm not well
  I'm not free
  i'm not home
  I'm not pregnant
  not Friday
  not that one
  not bad
  This isn't cheap
  this isn't the offer I saw
  That isn't the price
  annoying roots
  so annoying my hair
  the wrong colour last time
  wrong day sorry
  I picked the wrong time
  you gave me the wrong time
  Wrong shade, can you fix it
  I've a complaint about my nails
  I'd like to complain about my last visit
  you overcharged me
  I never got my refund
  My consent form is done
  do I need a consent form
  did you get my consent form
  Is permission from parents needed
  new phone, can you resend
  new number is 07700900999
  I changed my number to 07700900123
  Only Friday suits
  only if Gemma is in
  just email confirm
  I prefer mornings
  I prefer Gemma
  rather have Gemma
  rather not cut it
  email works
`)
