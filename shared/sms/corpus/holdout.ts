import { lines, type Meaning } from './meanings.ts'

/**
 * Labelled texts that are not used to tune the rules, so they measure how the rules treat unseen texts. If a rule is
 * written for one of these lines, move the line to `training.ts` and add a new one here.
 */
export const holdout: Record<Meaning, string[]> = {
  opt_out: lines(`
    Please stop these messages
    Stop texting this number please
    stop msging me plz
    dont msg me again pls
    Can you take me off whatever list this is
    Please take my mobile off your database
    Remove my details please and thanks
    unsubscribe my number
    I want to stop getting these
    I don't wish to be contacted again
    No more texts to this phone please
    Not interested. Do not text again.
    You have the wrong number pal, leave me be
    stop harassing me
    enough of the texts
    STOP 😠
    Will you please quit messaging me
    Who are you? Stop texting me
    I've asked you before not to text me
    no quiero mensajes
    por favor no me manden mas mensajes
    Proszę o usunięcie mojego numeru
    nie piszcie do mnie
    Stad de bheith ag téacsáil
  `),
  maybe_opt_out: lines(`
    Hey, wrong number I think?
    is it the wrong number you have?
    Hi there, are you sure this is for me?
    Is this meant for Ciara?
    How come I'm getting these messages
    why have you sent me this
    Did I give you my number for this?
    Is this from something I signed up for?
    Do I just reply stop or what
    Siobhan has left the salon
    this is not the salon's phone any more
    Not sure I should be getting this
    numero equivocado??
    to chyba pomyłka?
    Who am I talking to?
    Wrong number mate
    sorry wrong number
    I'm going to report this number
    uimhir mhícheart, brón orm
  `),
  positive: lines(`
    Yeah sounds good, send it on
    Yes I'd like that
    sure send it here
    Interested, what next?
    Go for it x
    Yes! tell me more please 😀
    Count us in
    More info pls
    Tak proszę
    Si, mandame informacion
  `),
  negative: lines(`
    No thanks, not for me
    ah no thanks
    Nah not interested
    we're ok thanks
    Not now thank you
    No thx love
    Nie, dzięki
    no muchas gracias
  `),
  unclear: lines(`
    How did you find me?
    Can we chat next week?
    what's the price for a small salon
    Do customers have to pay?
    Send it to my email instead
    The bus stops outside
    does it work with Fresha
    👀
  `),
  automatic_reply: lines(`
    I'm driving - I'll reply when I arrive
    Thank you for your message. We are closed on Sundays and will reply on Monday.
    Out of the office today, back tomorrow
    Hi! I'm in a meeting right now. I'll text you back soon.
    This is an automated reply. Nobody reads this inbox.
    Thanks for calling The Cut. We will call you back as soon as we can.
    Focus mode is on. I will see your text later.
    The subscriber you have dialled is not available
  `),
}
