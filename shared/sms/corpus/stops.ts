import { lines, type Meaning } from './meanings.ts'

/** Texts in English about stopping: what is stopped, how it is written, and texts that only look like it. */
export const stops: Record<Exclude<Meaning, 'automatic_reply'>, string[]> = {
  opt_out: lines(`
    STOP MARKETING TEXTS
    Stop marketing me
    stop the offers please
    Stop promotions
    text STOP to 60777
    STOP2END
    Not interested please remove
    no remove
    stop these promos
    Stop advertising
    STOP ALL ADS
    stop your newsletters
    stop the reminders
    Stop everything
    stop both numbers
    please stop the discounts thing
    stop bugging me
    Stop soliciting my business
    stop blowing up my phone
    stop selling me stuff
    Stop with this rubbish
    Stop wasting my time with these
    no thank you stop alerts
    Could you stop the notifications please
    I want you to stop the campaign to my number
    You need to stop
    STOP to 12345
    STOP 60777
    send STOP to 80888
    txt stop to 50123
    stop 2 quit
    STOP4GOOD
    STOPALL
    stop/end
    STOP-TEXTING
    stopplease
    STOPTEXTING
    stoptextingme
    pleasestop
    stopnow
    stopmessages
    stopit
    Stopsendingthese
    unsubscribeme
    removeme
    optmeout
    takemeoff
    leavemealone
    donttextme
    nomoretexts
    S T O P
    S.T.O.P.
    s-t-o-p
    S_T_O_P
    S T O P texting me
    STOOOOP
    sssstop
    STOPPPPPP
    ST0P
    5top
    $TOP
    s+op
    SТОР
    ЅТОР
    STΟP
    𝗦𝗧𝗢𝗣
    ⓢⓣⓞⓟ
    🆂🆃🅾🅿
    ꜱᴛᴏᴘ
    s̶t̶o̶p̶
    S‌T‌O‌P
    unѕubscribe
    Unsubscirbe
    unsubcribe me
    un subscribe
    ubsubscribe
    Remvoe me please
    delte my number
    dnt txt me
    STOP. I'm driving
    Out of office? No. Just STOP
    STOP Sent from my iPhone
    “STOP”
    «stop»
    'stop'
    >> STOP
    🚫 STOP 🚫
    ✋🛑
    STOP 👎
    stop 🙏🙏
    remove please
    Remove me from everything
    delete me
    Delete all my info
    erase me from your systems
    Remove this contact
    Take this number off whatever you use
    get me off of here
    scrub my number
    unlist my number
    please deregister me
    Kindly desist
    Opt me out of all future messages
    I want to opt out of everything
    Unsubscribe all
    Unsub
    no more promo
    No more offers to this phone please
    no further contact
    I'd rather you didn't text me
    I would prefer not to be texted
    Don't want any more of this
    not interested, lose my details
    no and dont ask again
    F*** off
    f off and dont text me
    go f yourself
    get out of my inbox
    get off my phone
    jog on
    do one
    bore off
    give it a rest
    knock it off
    Pack it in will ye
    I've had enough of these
    for the last time stop
    How many times do I have to say stop
    leave me the hell alone
    Under GDPR I request erasure of my data
    GDPR deletion request for this number
    I object to the processing of my data
    I withdraw my consent to marketing
    I never consented
    You have no consent to text me
    You do not have my permission
    This is unsolicited marketing
    This breaches PECR
    exercising my right to object under article 21
    TCPA violation, remove my number
    If you text again I'll go to the police
    I am on the TPS, do not text
  `),
  maybe_opt_out: lines(`
    Stop it 😂 yes please!
    stop it haha
    Ah stop 😂
    stop that, you're making me blush
    Oh stop it I love it
    Please cancel
    Can you cancel please
    I'd like to cancel
    Cancel it please
    cancel that thanks
    Need to cancel sorry
    This number no longer belongs to Karen
    This number has a new owner
    I just got this number
    Karen changed her number
    She doesn't use this phone any more
    My mum passed away last year
    No longer Maria's phone
    I think you're texting someone else
    How did you get my number?
    where did ye get my details
    Who gave you this number
    Who is this??
    who the hell is this
    is this a scam
    Looks like a scam to me
    Sounds dodgy
    Are you a scammer?
    I will complain to Ofcom about this
    I don't know you
    never heard of you
    who's this and how'd you get me
    skąd macie mój numer
    ¿De dónde sacaron mi número?
    Qui êtes-vous ?
    кто это?
    Wer ist das?
    Cine ești?
    stop maybe? not sure
    Should I text stop?
    One more text and I'm reporting you
    rhif anghywir
    număr greșit
    You're texting the wrong woman
    zły numer, pomyłka
    Vous avez le mauvais numéro
    falsche Nummer
    Less texts please
    Stop until September please
    My wife died last year
    I reported you to Action Fraud
    Reported
    SPAM SPAM SPAM
    Do I know you?
  `),
  positive: lines(`
    Yes! Can't stop smiling, sign me up
    yes and stop by any time
    Yes please, my last girl stopped doing them
    Sure, I'll stop in Friday
    Yes! non stop busy but would love it
    Delighted, yes please
    yes go ahead thanks a million
    Yes that would be great
    Ooh yes please, what times have you?
    I'd love to come in, thanks for thinking of me
    Yeah defo
    Yes x sent from my iPhone
    love to!
    sim por favor
    oui merci
    ja bitte
    Is ea
    好的
    да, интересно
    haan ji bhejo
    da, vă rog
    taip, prašau
    tak, chętnie
    ues please
    Reply YES
  `),
  negative: lines(`
    No thanks, I've moved away
    No thanks I go elsewhere now
    not this time thanks
    nope all good
    No thank you, I do my own now
  `),
  unclear: lines(`
    Can I stop by at 3?
    I might stop in on Saturday
    Do you have a non stop colour?
    can't stop thinking about my nails
    What happens when a client texts STOP?
    What if someone replies STOP?
    How do you handle stops?
    Does the STOP button work for everyone?
    Is there a bus stop near you?
    remove my gel polish
    can you remove my acrylics and do a new set
    How much to remove extensions?
    Can you delete the second booking
    delete my appointment on Friday please
    cancel my appointment
    Cancel my appointment please
    Please cancel my booking for tomorrow
    cancel Friday's slot
    The end of June works
    end of June is grand
    I'll be there at the end
    Which stop is it on the Luas?
    my nails won't stop chipping
    Will it stop my roots showing?
    The rain won't stop
    I stopped going there last year
    I quit smoking
    I quit my job so money's tight
    stopping by later
    full stop
    where's the nearest tram stop
    Removed a heart from “Hi Karen, we miss you. Reply STOP to opt out”
    Laughed at “STOP”
    Emphasised “Hi Karen”
    Questioned “STOP to opt out”
    Removed 👍 from “STOP”
    A souligné « STOP »
    Do your clients get to unsubscribe?
    How many people opt out?
    can you take off my shellac
    take off the old colour first
    block booking possible?
    Do you do block colours?
  `),
}
