import { lines } from './meanings.ts'

/** What phones, carriers and businesses answer by themselves. */
export const machines: string[] = lines(`
  Your verification code is 482913. Do not share it.
  On holiday until 3rd. Not checking messages
  AUTOREPLY I am on annual leave until 4th Jan
  Error: unknown keyword. Reply HELP for help or STOP to cancel.
  Out of office: back Tuesday
  Hi! Thanks for getting in touch with The Nail Bar. We're with clients at the moment and will reply ASAP.
  I have notifications silenced
  Service message: this customer has barred premium SMS
  Visual voicemail: "can you please stop sending the"
  Message failed: the person you are trying to reach is not available
  O2: You replied STOP. This may take 24 hours to work.
  Thank you for contacting Bella Hair. One of our team will be with you shortly.
  Can't talk now. What's up?
  Estoy conduciendo, te respondo luego
  I'm with a client right now! I will reply between appointments 💇
  This number is not monitored. Please call 020 7946 0000.
  Je suis absent du bureau jusqu'au 5 janvier
  I'm driving with Focus turned on. I'll see your message when I get where I'm going.
  I'm at the cinema, will reply later
  I am out of the office until 12 December with no access to email. Please contact Jo.
  Automatic message: I'm on Do Not Disturb. I'll check messages later.
  I'm driving right now. I'll reply when it is safe to stop.
  Hi, you've reached Dee. I'm not able to take your message just now.
  Jestem poza biurem do poniedziałku
  You have been unsubscribed and will not receive any more messages from this number. Reply START to resubscribe.
  I'm on maternity leave until June. For bookings contact Amy on 07700 900333
  Sorry, I'm busy. Call back later.
  Sent from my car. Can't talk.
  Do not reply. Automated message.
  Thanks for your enquiry, a member of the team will respond within 24 hours
  OOO till Monday
  Thanks for texting Glow Beauty! We'll get back to you as soon as possible.
  You've opted out. Text START to opt back in
  Voicemail: New message from 07700900456. "Hi please stop by when you can"
  Your parcel is on its way. Text STOP to opt out of delivery updates
  Number busy, try later
  Ar wyliau tan ddydd Llun
  (I'm not receiving notifications. If this is urgent, reply "urgent" to send a notification through with your original message.)
  Thanks for your message! We are currently closed and will reply when we open at 9am.
  I'll call you later.
  I'm at the gym. I'll text you back after.
  EE: You've sent a message to a premium number. Text STOP to end.
  I'm in a meeting. I'll get back to you.
  Estoy fuera de la oficina hasta el lunes
  Estou a conduzir, respondo mais tarde
  [Auto] I am away from my phone
  We're closed now. Our hours are Tue-Sat 9-5
  WhatsApp Business: Thank you for your message. We're unavailable right now, but will respond as soon as possible.
  The number you have texted does not accept messages
  You are opted out of messages from this sender. Reply UNSTOP to rejoin.
  Our opening hours are Mon closed, Tue-Fri 9-6, Sat 9-4. For bookings visit bellahair.example
  Auto-reply: Currently driving, will respond later
  Ich bin gerade am Fahren und melde mich später
  You have 2 missed calls from this number. Text STOP to end this service.
  Vodafone: The message you sent to 447700900123 was not delivered
  Sorry I missed your call, I'll ring you back
  I'll call you right back.
  The subscriber cannot be reached
  Salon closed today. Reopen Wednesday 10am
  I am currently unavailable. Please leave a message.
  Reply STOP to unsubscribe. Msg&data rates may apply.
  CarPlay: I'm driving
  Sunt in sedinta, va sun mai tarziu
  Message blocked by recipient
  This number does not accept text messages
  Please do not reply to this message. This is an unmonitored number.
  Auto reply: I'm in a meeting, please stop by reception
  Automated response: Thank you for your message. We are closed until Monday.
  This is an automated reply
  Sorry, in class. Will reply when I'm out.
  Sleep focus is on, I'll see this in the morning
  Free msg: your text was not sent as you have insufficient credit
  I'm driving 🚗 talk later
  Driving, ttyl
  Can't text, driving
  Automated: I'm away
  I'm at a wedding, will reply tomorrow
  In surgery until 5, will ring after
  With a patient, will call back
  in a lecture will text after
  I am travelling until Friday and will reply when I return
  Hi, I'm on holidays. Back 5th June.
  Holiday until Monday, will reply then
  Thanks for your message, I'm away until Monday
  Thank you for contacting us. Our office is now closed.
  Thanks for contacting Oak Garage, leave your reg and we'll call you back
  Hello! Thank you for your enquiry. We will get back to you within 24 hours.
  Thanks for your message. Due to high volumes replies may take 2 days
  Hi there! We're open Mon-Fri 9-5. Leave a message
  Sorry we're closed at the moment
  Shop is closed Mondays
  We close at 5pm today. Back tomorrow
  Please leave your name and number and we'll get back to you
  This number doesn't take texts
  This phone does not receive texts
  Texts to this number are not read
  SMS not supported on this number
  Your text could not be sent
  Delivery failed
  Message failed to send
  Recipient unavailable
  Subscriber not reachable
  The mobile you are calling is switched off
  Mailbox full
  You've been unsubscribed from Glow alerts
  You are now opted out. Text START to rejoin
  You have opted out and won't receive further texts
  Successfully unsubscribed
  Unsubscribe successful
  You're unsubscribed. No more messages will be sent.
  STOP confirmed, you will receive no more messages
  We've received your STOP request
  Text STOP to unsubscribe from Papa's Pizza. 2 for 1 Tuesday!
  Win £500! Text WIN to 60777. STOP to 60777 to end
  Lidl Plus: your receipt is ready
  HSBC: your one time passcode is 123456
  NHS: You have an appointment on 3 Jan. Reply CANCEL to cancel
  I am not available to take your call
  Voicemail from 0770: stop calling by the house
  This is an automatic response
  Auto-Response: busy
`)
