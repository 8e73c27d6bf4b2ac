import { lines } from './meanings.ts'

/** Texts that a phone or a service wrote. */
export const automatic: string[] = lines(`
  I’m driving with Do Not Disturb While Driving turned on. I’ll see your message when I get where I’m going.
  I'm driving with Driving Focus turned on. I'll see your message when I get where I'm going.
  I have Do Not Disturb on until 6
  on do not disturb until 6
  I'm driving
  I'm driving right now. I'll get back to you later.
  I'm driving, will reply later
  Driving, talk later
  (I’m not receiving notifications. If this is urgent, reply “urgent” to send a notification through with your original message.)
  Jo has notifications silenced
  My phone is on Do Not Disturb. Will reply later
  I'm currently in Work Focus. I'll reply when I'm done.
  Sleep Focus is on. I will see this in the morning.
  I am out of the office until Monday 4th
  Out of office until 12 June, for urgent matters contact Anne
  OOO back Tuesday
  I am on annual leave and will reply when I am back
  On holidays until the 14th, will reply when I return
  In a meeting, will call you later
  I'm in a meeting. Can I call you later?
  Sorry, I can't talk right now.
  Can't talk now, call you back later
  I'm at work, will text later
  In class, text you later
  Auto-reply: I'm away from my phone
  Automatic reply: we have received your message
  This is an automated message. Please do not reply.
  AUTOMATED RESPONSE: thank you for your message
  This is an automatic response. STOP to unsubscribe.
  Thanks for contacting Bella Salon! We are closed. Reply STOP to unsubscribe.
  Thank you for contacting Hair by Jo. Our opening hours are 9 to 6.
  Thanks for your message! We will get back to you as soon as possible.
  Thank you for texting Glow. A member of our team will reply shortly.
  Thanks for reaching out! We're currently with clients and will respond soon. How can we help?
  Hi, thanks for messaging. We are currently closed. To book visit our website.
  You've reached The Nail Bar. We reply within 24 hours.
  Thanks for getting in touch, our business hours are Tue-Sat 10-6
  We received your message and will respond during business hours
  You have reached the voicemail of Jo. Please leave a message after the tone.
  The person you are calling is unavailable. Please leave a message
  Voicemail: you have 1 new message
  You have 2 missed calls from +447700900142
  Free Msg: Unable to send message - Message Blocking is active.
  The number you have texted is not in service
  Your message could not be delivered
  This number does not receive texts. Please call us instead.
  This mailbox is not monitored
  Do not reply to this message
  Message not delivered: subscriber is unavailable
  Réponse automatique : je suis absent du bureau
  Merci de votre message, nous vous répondrons dans les plus brefs délais
  Automatische Antwort: Ich bin im Urlaub
  Danke für Ihre Nachricht. Wir melden uns bald zurück.
  Respuesta automática: estoy fuera de la oficina
  Gracias por su mensaje, le responderemos pronto
  Odpowiedź automatyczna: jestem na urlopie
  Dziękujemy za wiadomość, odpowiemy jak najszybciej
  Resposta automática: estou de férias
  Risposta automatica: sono fuori ufficio
  自动回复：您好，我现在不在
`)
