import { lines } from './meanings.ts'

/** Short requests and yeses by their grammar, and what businesses and phones answer. */
export const shortTexts: Record<'opt_out' | 'positive' | 'automatic_reply', string[]> = {
  opt_out: lines(`
    for the love of god stop
    who dis stop
    Please to not send me more message
    please no send more message
    no want sms
    Don't ever message here again you muppet
    dont be sending me things
    please not send me texts
    I am not wanting these messages
    Please ensure my number is removed
    I request removal of my number
    Request deletion of my personal data
    No cold texts
    No soliciting
    We don't take solicitations
    Add me to your suppression list
    my number is on TPS remove it
    dont sell me anything
    this is my personal number stop
    never text here again
    desist from texting
    unsubb
    Taking myself off this list
    drop this number
    lose my digits
    never again
    my number remove
    off the list please
    please off
    Get me off
    Still getting texts after stop
    Could you please see to it that I get no further texts
    I would prefer not to receive texts
    Salonback stop
    I no want sms
    Please dont make message for me
    not send to me
    لا تتواصل معي
  `),
  positive: lines(`
    Absoloutly
    ill give it a try
    Willing to try
    ill come
    see you then
    Great, what next?
    what do we do next
    Ready when you are
    Please proceed
    please continue
    Carry on
    Please contact me
    oui ça m'intéresse
    我有兴趣
    Ok tell me
    more pls
    Both of us are interested
    Sounds like something I'd want
    Love the sound of this
    love it
    Love this idea
    i love it
    Brilliant idea
    what a great idea
    how do i register
    how to join
    Where's the link?
    Whats the link
    register me
    Add me
    Add my salon please
    put my name down
    put me in
    up for this
    down for this
    I'm down
    game on
    give it a go sure
    I'd give it a go
    We'll try it
    would try it
    Can we try it
    can I try
    I'll have a look
    id be delighted
    Can I book for Saturday?
    could i get an appointment
    Can you fit me in
    any appointments Thursday?
    do you have anything this week
    I'll take the 3pm
    Friday at 2 works
    See you Friday
    I'll be there
    ill be there x
    okk
    yeppers
    ye go on
    ye safe
    bet
    Say less
    ok bet
    ofc
    most definitely
    Definately
    fine by me
    me gustaría
    quiero más información
    proszę o więcej informacji
    mă interesează
    quero saber mais
    pode ser
    gostaria
    norėčiau
    domintų
    我要预约
    Dw i eisiau
    fire it on
    Ping me the link
    drop me the link
    pop me over the details
    can u send me it
    can i see it
    show me
    show me more
    Keen to see
    very keen
    Do tell
    ok im listening
    alright go on
    sounds promising
    this would be great
    This would be amazing
    this is exactly what I need
    just what we need
    That would help a lot
    that'd help
    could use this
    I could do with this
    we could do with more clients
    I need more clients
    I need clients
    Always looking for new clients
    God yes
    jesus yes
    1000%
    a million percent
    sign up please
    Sign up
    I want to join
    we want to join
    i want in
    want in
    I want to sign up
    How do we go about this
    How do I go about signing up
    how do I get involved
    how do i avail of this
    How can I get this
    where do I register
    What do you need from me
    what info do you need
    what are the next steps
    I'll do it
    ill do that
    I will
    I'd do that
    we'd do that
    I'd have that
    I'd take that
    have me down
    put me down for one
    book me for Tuesday
    booking please
    can I come Tuesday
    Can I have Friday at 3
    Any slots Saturday
    have you anything Friday
    Is Thursday ok
    Thursday morning suits
    Tomorrow works
    10am is good
    3pm perfect
    Ill be in
    ill pop in
    I'll come in Friday
    looking forward to it
    see ya then
    Great stuff
    brill
    brill thanks
    deadly yeah
    oui je suis intéressée
    envoyez le lien
    Dites-m'en plus
    cuéntame más
    me apunto
    tak jestem chętna
    proszę o link
    powiedz więcej
    sunt de acord
    as vrea
    conte-me mais
    siųskite nuorodą
    sutinku
    发链接给我
    可以的
    ارسل الرابط
    مهتمة
    seol an nasc
    anfonwch y ddolen
  `),
  automatic_reply: lines(`
    Can I call you later?
    You have reached the voicemail of 07700 900123
    We've received your message and a member of the team will respond within 24 hours.
    We have received your enquiry
    Je suis absent jusqu'au 5 janvier
    Oddzwonię później
    Va multumim pentru mesaj. Va vom raspunde in curand
    您好，我现在不在，稍后回复
    Hello! You've messaged Nails by Ana. Please note this number is for texts only. I will reply between 6-8pm.
    Your appointment is confirmed for Friday at 10am. Reply C to confirm or X to cancel.
    User is roaming; message delayed
    At the cinema, talk later
    My phone is off until 7am
    Thanks for getting in touch! I am fully booked until March but will add you to my waiting list
    Hey lovely! Thanks for messaging, I'm with clients until 6 so bear with me x
    Thank you for your booking request. We will confirm by text within 24 hours.
    Please note this phone is only checked twice a day. For bookings use our website.
    Sorry we missed your call! Reply here and we'll help.
    We are experiencing high message volumes.
    Your message is important to us. Please hold.
    Our salon hours: Mon closed, Tue-Fri 9-7, Sat 9-4
    This is an auto generated message
    Sorry, this service is not available
    Sleep mode is on
    Thank you for your payment of £45.00
    Reminder: your appointment with Bella is tomorrow at 3pm
    Reply Y to confirm your booking
    Merci de votre message. Le salon est fermé le lundi.
    Nous avons bien reçu votre message
    Ahora no puedo hablar, te llamo luego
    Hemos recibido su mensaje, gracias
    Nie mogę rozmawiać, oddzwonię
    Dziękujemy za kontakt, salon czynny pn-pt 9-17
    Salonul este inchis azi. Va raspundem maine.
    Esu susitikime
    Ačiū už žinutę, atsakysime kuo greičiau
    我在开会
    感谢您的留言，我们会尽快回复
    أنا في اجتماع
    شكرا لتواصلكم معنا سنرد عليكم قريبا
    Thanks for your message! I'm currently in salon and will reply this evening
    Welcome to Bella's! To book, visit bellas.ie
    Hi there! We've got your message and will reply within one working day.
    We don't monitor this number. Please call 01 234567.
    I don't check this phone at weekends. Back Monday.
    Away until 12 July. For appointments ring Sarah.
    I'm off today. Back tomorrow at 9.
    We're closed for Christmas and reopen 3rd January
    Closed Mondays. We will get back to you on Tuesday.
    On nights so asleep until 4
    Phone on silent, teaching a class
    I'm not available right now. Please leave a message.
    I have silenced notifications
    This inbox is unattended.
    Your text was not received. This is a landline.
    Number not recognised
    You've missed a call from 07700900111
    Thanks! Your booking is confirmed.
    Your order has shipped
    Please rate your visit 1-5
    How did we do? Reply 1-5
    Reply 1 for bookings, 2 for prices
    Welcome to Three. Roaming charges apply.
    Absente du bureau jusqu'à lundi
    Merci pour votre message. Nous revenons vers vous rapidement.
    Jestem teraz na spotkaniu
    Dziękujemy, odpiszemy jak najszybciej
    Nu pot vorbi acum, te sun mai târziu
    Mulțumim pentru mesaj, revenim în curând
    Estou ocupado, ligo mais tarde
    Negaliu kalbėti, perskambinsiu
    سأعاود الاتصال بك لاحقا
  `),
}
