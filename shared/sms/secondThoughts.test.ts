import { expect, test } from 'vitest'
import { understand } from './understand.ts'

test.each([
  // delight and surprise
  "Omg stop, that's so cheap!",
  'stop!! are you serious half price??',
  'Stop 😂😂 how much',
  'Stop no way, £20?',
  'stoppp I am obsessed',
  'Shut up, stop! Really? I love it',
  'STOP oh my god really?',
  // taken back
  'No stop wait I do want it',
  "STOP Actually no sorry ignore that, I'd like to book",
  'Stop. Actually wait, what is the offer?',
  'stop - sorry sent that by mistake',
  'STOP sorry wrong chat',
  'Stop. Ignore that, my toddler had the phone',
  'Unsubscribe. Never mind, keep them coming',
  // a yes beside it
  'Stop yes',
  'yes please stop',
  'Stop!! yes please!!',
  'Yes but stop texting my work phone',
  'Yes please but stop texting so late',
  "I'd like to book but please stop texting before 9am",
  // a condition, or only for a time
  "Stop unless it's free",
  "Pls stop texting unless you've got something with Gemma",
  'Not now maybe stop for a few months',
  'Stop for a couple of weeks please',
  'stop these for the time being',
  // another way
  'email me instead, no texts',
  'Please email instead of texting',
  'Only contact me by email',
  'I prefer WhatsApp, not texts',
  "I'd rather not get texts",
  // complaints without a demand
  'spam?',
  'This is illegal',
  'Reported',
  "That's the third text this week",
  'I will be speaking to my solicitor',
])('%j has two readings and waits for a person', (body) => {
  expect(understand(body)).toMatchObject({ intent: 'maybe_opt_out', needsReview: true, suppress: false })
})

test.each([
  'STOP 😂',
  'YES STOP TEXTING ME',
  'omg stop texting me',
  'OMG STOP!!! remove me',
  'Seriously, stop sending these',
  'Stop. I have asked three times. Really?',
  'lol no, stop texting me',
  'I love my own salon, stop texting me',
  'Stop texting or I will book a solicitor',
  "I'd like to unsubscribe please",
  'cancel my text subscription',
  'Piss off and leave me alone',
  'This is spam. Stop.',
  'STOP HAIR',
  "Stop I don't have hair",
  "I don't wish to receive marketing",
  'Please get rid of my number',
  'how many times do i have to say stop',
  'what do i have to do to stop these',
  'I want off this list',
  '🛑 texting me',
  '60777 STOP',
  'I text STOP to 60777',
  'Replying stop',
  'STOP0',
  'ΣTOP',
  'unsibscribe please',
  'Listeden çıkarın',
  'Ne írjanak többet',
  'Prašau ištrinti mano numerį',
  'Wag nyo na akong itext',
  'ਬੰਦ ਕਰੋ',
])('%j has one reading: an opt-out', (body) => {
  expect(understand(body)).toMatchObject({ intent: 'opt_out', suppress: true })
})

test.each([
  'You are now unsubscribed and will receive no further messages. Reply START to resubscribe',
  'NETWORK MSG: You replied with the word stop, which blocks all texts. Text back unstop to receive them.',
  'You have 1 new voicemail. Transcription: hi it is Ann, please stop the parcel',
  'Visual voicemail: "can you please stop sending the"',
  'O2: You replied STOP. This may take 24 hours to work.',
  'You have been opted out of messages from this number.',
  'Your parcel is on its way. Text STOP to opt out of delivery updates',
  "We're closed today",
  'Salon closed today. Reopen Wednesday 10am',
  'Our opening hours are Tue-Fri 9-6',
  "I'm driving right now. I'll reply when it is safe to stop.",
  "I'm with a client right now! I will reply between appointments",
  "I'm on maternity leave until June. For bookings contact Amy",
  'In a meeting, can I call you back? (automatic message)',
  'Your verification code is 482913',
])('%j is an automatic reply, whatever it says about stopping', (body) => {
  expect(understand(body)).toMatchObject({ intent: 'automatic_reply', suppress: false, needsReview: false })
})

test.each([
  "STOP. I'm driving",
  'Out of office? No. Just STOP',
  'You said I was unsubscribed. Stop texting',
  'STOP you have not unsubscribed me',
  'stop leaving me voicemails',
])('%j is an opt-out of a person, whatever it says about machines', (body) => {
  expect(understand(body)).toMatchObject({ intent: 'opt_out', suppress: true })
})

test.each([
  'is there a stop fee',
  'Can you stop hair breakage with olaplex',
  'I want to stop dyeing my hair, can you help',
  'does the peel stop acne',
  'Did you stop doing keratin?',
  'Remove and reapply gels please how much',
  'Stop press! I got engaged',
])('%j suppresses nothing', (body) => {
  expect(understand(body).suppress).toBe(false)
})

test.each([
  'Tá',
  'Tá!',
  'ydw',
  'Iawn',
  'Oui svp',
  'Def!',
  'info please',
  'link pls',
  'Yed',
  'Yrs please',
  'Great, let me know',
  'Perfect yes',
  "That'd be lovely x",
  'Yes, Friday?',
  'Can I book in please',
  'I want to book',
])('%j is a yes', (body) => {
  expect(understand(body).intent).toBe('positive')
})

test.each(['Ta', 'ta x', 'Yes what?', 'Yes? who', 'Can I book for my dog to come along?'])(
  '%j is no yes',
  (body) => {
    expect(understand(body).intent).not.toBe('positive')
  },
)
