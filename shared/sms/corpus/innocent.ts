import { lines } from './meanings.ts'

/** Texts that hold words of opt-outs and must never suppress a number, whatever else they mean. */
export const innocent: string[] = lines(`
  Can you stop by mine first
  I can stop in any day after 4
  Stop over at lunch?
  The bus stops outside my door
  Is it the stop after Rathmines
  My perm won't stop frizzing
  I want to stop biting my nails
  can you help me stop biting my nails
  trying to stop smoking so no
  I had to stop coming because of money
  I stopped going to salons
  my baby won't stop crying, can we move it
  could you delete my old card details
  Can you remove the charge from my card
  remove the second person from my booking
  take my mum off the booking
  take the deposit off the total
  take 10 euro off?
  Can you take me off the waiting list for Saturday I got in elsewhere
  I need to end my lunch break at 2
  weekend is good
  end of the week
  in the end I went elsewhere
  I quit drinking lol
  never quit
  Opt for the gel please
  I opted for shellac last time
  do I have to opt in
  What does STOP mean at the bottom
  Do you want me to reply stop or yes?
  what's the stop thing about
  why does it say reply stop
  Is the unsubscribe link working?
  Do clients unsubscribe a lot?
  how do clients opt out of these
  will clients be able to stop them
  does it stop automatically
  When do the texts stop for someone who books?
  can I cancel if I get sick
  what's your cancellation policy
  cancelled flight so I'm free
  I'd need to cancel my 2pm and rebook
  I'll have to cancel Saturday sorry
  End of June or start of July
  Don't stop believing
  dont stop sending me offers I love them
  never stop texting me haha
  please don't stop the offers
  keep them coming, don't ever stop
  Full stop?
  Pit stop at the salon
  you're unstoppable
  show stopper nails
  I'd like my gels removed
  removal of lashes how much
  how long does removal take
  delete that last message I sent it by mistake
  ignore my last text
  Please ignore, wrong chat
  sorry wrong chat
  sorry wrong window
  texted you by mistake
  Block colour please
  I'm on my lunch until 2
  arrêt de bus
  stop motion class
  one-stop shop
  whistle stop tour
  Nonstop rain
  Emphasized “Text STOP to opt out”
  Loved “STOP to end”
  Gefällt „Antworte STOP“
  A aimé « Répondez STOP »
  Reagiu com ❤️ a “Responda STOP”
  Zareagowano 👍 na „Odpisz STOP”
  Le gustó “Responde STOP”
  ❤️ to “ Reply STOP ”
  Reacted 😂 to “Reply STOP to opt out”
  Liked an image
  no sound on my phone, text me
  don't text, ring me
  Text me tomorrow
  Contact me after 5
  do not contact my husband about it, it's a surprise
  don't text before 9 please
  please don't call, text is better
  don't ring, I'm at work
  leave it with me
  leave me a time please
  leave me in for 3pm
  remind me to never do that again
  I'm sick of my hair
  enough about me
  no more roots please
  no more than 50 euro?
  spam is my favourite food lol
  lost my phone, new number is 0871234567
  I've a new phone
  get out! yes!
  is the offer unsolicited haha
  please resubscribe me
  subscribe me
  take me on Thursday
  take me at 3
  Go away! Really? Yes please
  shut up!! that's amazing
  I got unsubscribed by accident, add me back
  When do you stop serving?
  Will you delete my data after
  I'll ask my husband
  What time do you stop taking bookings
  can you take me on Friday?
  don't block my slot
  Is Saturday free?
  we want to stop empty chairs
  do you delete the list after
  we moved to Fresha
`)
