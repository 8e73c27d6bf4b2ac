import { abroad } from './abroad.ts'
import { agreements } from './agreements.ts'
import { automatic } from './automatic.ts'
import { held } from './held.ts'
import { machines } from './machines.ts'
import { lines, type Meaning } from './meanings.ts'
import { otherOwners } from './otherOwners.ts'
import { shortTexts } from './shortTexts.ts'
import { stops } from './stops.ts'
import { wishes } from './wishes.ts'

/**
 * Texts labelled by a person before any rule was written for them, one per line. The rules may be tuned on these. Change
 * a label only if the person who set it was wrong.
 */
export const training: Record<Meaning, string[]> = {
  opt_out: [
    ...stops.opt_out,
    ...shortTexts.opt_out,
    ...wishes,
    ...abroad,
    ...lines(`
    Stop sending me this stuff
    STOP with the texts already
    stahp
    Stop txtn me
    plz stop textin
    pls dnt txt me agen
    dont txt dis num agn
    dont be texting me
    Would you ever stop texting me
    Ah here, stop with the messages
    Will ye stop texting
    Stop sending me texts ye eejit
    Here, take me off that list would you
    Take us off yer list please
    take me of ur list
    Take me off this thing
    Get me off your texting list
    get my number out of your system
    Please remove this number from your marketing list
    kindly remove my mobile from your records
    Can you please delete my number? Thanks
    Delete this number please x
    Please unsubcribe me
    unsuscribe
    UNSUBSRCIBE
    unsubscibe pls
    UNSUBSCRIBE ME NOW!!!
    I'd like to unsubscribe please
    Can I unsubscribe?
    How can I get off this list
    how do i get these to stop
    How do I turn these off
    make it stop 😩
    🛑🛑🛑
    STOP ✋
    stop!! 😡
    No more of these texts please 🙏
    no more txts thx
    No more messages, thank you
    enough with the texts
    Enough already!
    I do not want any more of these
    I don't want texts from you
    we dont want texts like this
    I no longer want to receive these texts
    Not interested, take me off your list
    not interested please dont contact again
    No thanks and please don't text again
    no ty, remove my number
    No. And lose this number
    Nope. Stop.
    No thank you please stop
    Thanks but no thanks, please don't message me again
    I'm retired, please stop texting
    I sold the salon, please remove me
    Business closed. Remove number.
    She passed away, please stop texting this number
    This is my personal phone do not text it
    This is a private number, do not use it for marketing
    Wrong number please stop texting
    wrong number, delete it please
    I've told you already, stop
    This is the third time I've asked you to stop
    I already opted out
    I opted out of these
    opt me out pls
    Opt-out please
    OPT OUT!!
    i want out
    Leave me alone please
    leave us alone
    buzz off
    feck off
    Feck off with yourself
    F off
    eff off
    fuck offf
    Go away!!
    get lost
    blocked and reported
    blocking this number
    This is spam. Stop.
    Stop spamming
    This is illegal, I'm on the do not call list
    I'm on the DNC list
    TCPA violation. Cease all contact.
    My solicitor will be in touch if you contact me again
    I don't consent to this
    I never agreed to be texted
    I didn't give you permission to text me
    I never signed up for this
    Do not ever text me again
    Quit texting my phone
    quit it
    y'all need to stop texting me
    Please stop messaging my wife's phone
    stop texting my business line
    please cease
    No marketing please
    no marketing texts to this number
    Don't want these
    dont want dis
    I don't want to get these anymore
    do NOT text this phone again
    Cancel all messages
    cancel texts
    End texts
    Stop.
    Stop x
    stop thank you
    stop ta
    STOP pls and thank you
    Text STOP
    "STOP"
    Stop sms
    stop all messages
    Alto por favor
    No más mensajes por favor
    no mas mensajes
    No me escriban más
    no me escribas mas
    Ya no quiero recibir mensajes
    no quiero mas mensajes
    deja de escribirme
    Dejen de mandarme mensajes
    Bórrame de la lista
    borrame por favor
    Quítame de su lista
    Proszę nie pisać
    Proszę przestać
    Nie pisz do mnie więcej
    Proszę więcej nie pisać
    nie wysyłaj mi więcej
    Proszę nie wysyłać SMS-ów
    Nie chcę więcej wiadomości
    nie życzę sobie smsów
    Proszę usunąć mój numer
    usuńcie mój numer
    Stad
    stad le do thoil
    Stad ag téacsáil chugam
    Ná téacsáil mé arís
    ná cuir teachtaireachtaí chugam
    ná bí ag cur téacsanna chugam
    Bain m'uimhir den liosta
    Bain mé den liosta
    fág mé i m'aonar
    Imigh leat
  `),
  ],
  maybe_opt_out: [
    ...stops.maybe_opt_out,
    ...held,
    ...otherOwners,
    ...lines(`
    Hello, wrong number?
    Wrong number?
    wrong number??
    Hi, is this the wrong number?
    Hi do you have the wrong number?
    Are you sure you have the right number?
    have you the right number?
    Have you got the right number there?
    Did you mean to text me?
    Was this meant for me?
    was that meant for someone else?
    is this for me?
    Hiya, did you mean to send this to me? x
    who is this? wrong number?
    Sorry who's this, have you the wrong number maybe?
    wrong person?
    you sure u got the right person?
    Maybe the wrong number
    Might be the wrong number
    u might have d wrong number
    this might be the wrong number
    I think this might be the wrong number?
    wrong numer?
    rong number?
    Why are you texting me?
    why r u texting me
    Why are you messaging me
    why am i getting this
    Why am I getting these texts?
    Why do I keep getting these?
    why do you keep texting me
    what is this and why am i getting it
    did I sign up for this?
    Did I sign up to something?
    did i agree to this?
    Am I on a list?
    what list am I on
    Am I subscribed to something?
    Is this a subscription text?
    Should I block you?
    should I be reporting this
    Do I have to reply stop?
    do i need to text stop
    What happens if I say stop?
    Is there a way out of these?
    not sure I want these texts
    Not sure I want to be getting these
    I'm not sure about these messages
    Mary doesn't work here anymore
    She doesn't own this salon any more
    This isn't Mary's number anymore
    this is not Dee's phone
    Not Sinead's number
    I'm not Dee
    I'm not Mary lol
    Nobody by that name here
    No Mary here
    there's no Dee at this number
    This is a new phone, Dee had this number before
    This is her daughter, she has a new number
    I don't own a salon
    I do hair at home only, do you text everyone?
    Closed down last year
    I'm retired now
    I'm not a salon
    ❓ wrong number 😅
    🤔 wrong number?
    ¿Número equivocado?
    Hola, numero equivocado?
    ¿Por qué me escribes?
    por que me mandan esto
    Pomyłka?
    Czy to pomyłka?
    zły numer?
    Dlaczego do mnie piszecie?
    Skąd ten sms i czemu do mnie piszecie
    Uimhir mhícheart?
    An bhfuil an uimhir cheart agat?
    Cén fáth a bhfuil tú ag téacsáil?
    Who's this please?
    Hi who is this
    sorry who is this? new phone x
    whos dis
    ¿Quién es?
    Kto to?
    Cé hé seo?
    Wrong number.
    wrong number sorry
    wrong nummber
    wrong #
    Sorry hun wrong number x
    Sorry, I think you have the wrong number
    You've got the wrong number
    u got da wrong number
    You have the wrong person
    wrong person sorry
    I will report you to the data protection commissioner
    I'm reporting this as spam
    I'm reporting you to ComReg
    Reported to 7726
    Número equivocado
    numero equivocado disculpe
    Pomyłka
    to pomyłka
    zły numer
    Uimhir mhícheart
    Is this legit?
    is this a real person
  `),
  ],
  positive: [
    ...stops.positive,
    ...agreements,
    ...shortTexts.positive,
    ...lines(`
    Yeah go on then
    Ah go on so
    Go on ya good thing, send it
    Yes please send it on
    yes pls send d link
    ya send it on
    Yeah I'd be interested in that
    Yep interested
    intrested
    Im intersted
    I'd be intrested to hear more
    Very interested thanks
    yes!! 🙌
    Yes 😊
    yes xx
    YES PLEASE 🎉
    Grand, send it on
    Sounds grand
    that sounds class
    Sounds deadly, tell me more
    Sure look, why not
    Sure why not send it over
    Sure send me the info
    Yes mam I'm interested
    Y'all sound great, send me the link
    Sounds awesome!
    yessir
    Sure thing, send details
    Absolutely 👍
    👍🏻 yes
    👍 please
    Ok send me the details so
    Would love more info hun x
    Id love to know more thanks
    Love to hear more about this
    yes we have about 400 numbers
    Yes, can you call me?
    Yes how much is it?
    Sí, me interesa
    si por favor
    Me interesa
    sí claro
    Tak
    Tak, poproszę
    Jestem zainteresowana
    poproszę o więcej informacji
    Tá suim agam
    Sea, le do thoil
    Cinnte
  `),
  ],
  negative: [
    ...stops.negative,
    ...lines(`
    No thanks hun
    no tks
    nah ur grand
    You're grand thanks
    Ah no you're alright
    Ah no, we're grand thanks
    No thank you, we're fully booked
    Not for us but thanks
    Not interested at this time
    not interestd
    Not intrested thanks
    no ta x
    nope 🙂
    No 🙅‍♀️
    👎🏻
    We're all set, thanks
    I'm all set
    nah we're good
    No ma'am
    no sir thanks
    We're sorted thanks
    Already sorted
    we have someone doing that already, thanks
    Not at the minute
    Not at the moment thanks
    Not right now, maybe next year
    no gracias
    No, gracias
    no me interesa
    Nie dziękuję
    nie, dziękuję
    Nie jestem zainteresowana
    níl suim agam
    Níl, go raibh maith agat
    ní theastaíonn
  `),
  ],
  unclear: [
    ...stops.unclear,
    ...lines(`
    what salon is this
    Which company are you with?
    Where are you based?
    How much do you charge?
    What's the catch?
    whats d story with this
    What do I have to do?
    is there a contract
    Can I cancel any time?
    How does the 30% work
    Do my clients get to opt out
    can customers text stop
    what if a client unsubscribes
    Do you stop texting them if they ask?
    Is it GDPR compliant?
    is the first month free
    Ring me tomorrow after 2
    call me at 5 pls
    I'm with a client, talk later
    In the middle of a colour, will text you back
    On my hols back Monday
    I'll ask my business partner
    Let me think about it
    I'll let you know
    hmm
    ok?
    lol what
    haha
    😂
    🤷‍♀️
    ???
    Thanks for letting me know
    Thanks hun x
    Happy Christmas
    Merry Christmas to you too!
    We open at 9
    Our stop is the last on the Luas
    Bus stop outside the salon
    Pit stop for coffee then I'll ring you
    I stop work at 6, ring then
    Can you stop by the salon on Friday?
    My booking system quit on me
    My landlord is ending the lease, ask me in March
    Gave you my old number, this is the right one
    This is my new number
    email is better for me
    My email is info at bella dot ie
    Are you the crowd from the expo?
    cuanto cuesta
    ¿Cuánto cuesta?
    Ile to kosztuje?
    cé mhéad atá air
    Go raibh maith agat
    Dia duit
  `),
  ],
  automatic_reply: [...automatic, ...machines, ...shortTexts.automatic_reply],
}
