import { expect, test } from 'vitest'
import { needsAnswer } from './needsAnswer.ts'
import { endOfQuote } from './quotes.ts'
import { isReaction, reactionTo } from './reactions.ts'
import { type Intent, understand } from './understand.ts'

/** What phones write before and after the quoted text, and the sign that is read. */
const reactions: [start: string, end: string, sign: string][] = [
  ['Liked “', '”', '👍'],
  ['Loved “', '”', '👍'],
  ['Laughed at “', '”', '.'],
  ['Emphasized “', '”', '.'],
  ['Emphasised “', '”', '.'],
  ['Questioned “', '”', '.'],
  ['Disliked “', '”', '👎'],
  ['Removed a like from “', '”', '.'],
  ['Removed a heart from “', '”', '.'],
  ['Removed an exclamation from “', '”', '.'],
  ['Removed a question mark from “', '”', '.'],
  ['Removed 👍 from “', '”', '.'],
  ['Reacted 👍 to “', '”', '👍'],
  ['Reacted with ❤️ to “', '”', '❤️'],
  ['👍 to “ ', ' ”', '👍'],
  ['\u200a❤️\u200a to \u200a“\u200a', '\u200a”', '❤️'],
  ['👍🏽 to "', '"', '👍🏽'],
  ['Liked "', '"', '👍'],
  ["Liked '", "'", '👍'],
  ['Liked ‘', '’', '👍'],
  ['Loved «', '»', '👍'],
  ['Loved "', '”', '👍'],
  ['Loved “', '"', '👍'],
  ['Loved “', '“', '👍'],
  ['A aimé « ', ' »', '👍'],
  ['A adoré « ', ' »', '👍'],
  ['N’a pas aimé « ', ' »', '👎'],
  ['A ri de « ', ' »', '.'],
  ['A réagi avec 👍 à « ', ' »', '👍'],
  ['Le gustó «', '»', '👍'],
  ['Le encantó “', '”', '👍'],
  ['No le gustó “', '”', '👎'],
  ['Le dio risa “', '”', '.'],
  ['Ha reaccionado con 👍 a «', '»', '👍'],
  ['Gefällt „', '“', '👍'],
  ['Liebt „', '“', '👍'],
  ['Lacht über „', '“', '.'],
  ['Hat „', '“ betont', '.'],
  ['Hat „', '“ hinterfragt', '.'],
  ['Reagiert mit 👍 auf „', '“', '👍'],
  ['Hat mit 👍 auf „', '“ reagiert', '👍'],
  ['Ha messo “Mi piace” a “', '”', '.'],
  ['Ha adorato “', '”', '👍'],
  ['Non ha gradito “', '”', '👎'],
  ['Gostou de “', '”', '👍'],
  ['Riu de “', '”', '.'],
  ['Reagiu com ❤️ a “', '”', '❤️'],
  ['Polubiła „', '”', '👍'],
  ['Zareagowano 👍 na „', '”', '👍'],
  ['Vond “', '” leuk', '👍'],
  ['Gillade ”', '”', '👍'],
  ['Понравилось «', '»', '👍'],
  ['赞了“', '”', '👍'],
]

/** Texts of ours. The first is short, so that the start of the reaction is longer. */
const ours = [
  'See you',
  'Willow Hair: Hi Dee, we’ve missed you! 20% off. Reply STOP to opt out',
  "It's the girls' day out at Zoe's. Don't miss it. Text STOP to end",
  'Hi Dee.\nFancy a trim?\nReply STOP to opt out',
]

test.each(reactions)('%s...%s says nothing beyond its sign', (start, end, sign) => {
  for (const text of ours) {
    const body = `${start}${text}${end}`
    expect(reactionTo(body), body).toEqual({ sign, own: '' })
    expect(understand(body).intent, body).not.toMatch(/opt_out/)
    expect(isReaction(body)).toBe(true)
  }
})

/** Words of the person after a reaction, and their meaning. */
const own: [words: string, intent: Intent][] = [
  ['please stop texting me', 'opt_out'],
  ['STOP', 'opt_out'],
  ['Stop.', 'opt_out'],
  ['unsubscribe', 'opt_out'],
  ['but take me off your list', 'opt_out'],
  ['no more texts please', 'opt_out'],
  ['don’t text me again', 'opt_out'],
  ["don't text me again, I said 'stop'", 'opt_out'],
  ['🛑', 'opt_out'],
  ['who is this?', 'maybe_opt_out'],
  ['wrong number', 'maybe_opt_out'],
  ['yes please', 'positive'],
  ['no thanks', 'negative'],
  ['is Emma in on Friday?', 'unclear'],
]

test.each(own)('the words “%s” count with any reaction', (words, intent) => {
  for (const [start, end] of reactions)
    for (const gap of [' ', '\n', '\n\n']) {
      const body = `${start}See you${end}${gap}${words}`
      expect([body, understand(body).intent]).toEqual([body, intent])
      expect(isReaction(body), body).toBe(false)
    }
})

test.each(own)('the words “%s” count on the line before a reaction', (words, intent) => {
  for (const [start, end] of reactions) {
    const body = `${words}\n${start}See you${end}`
    expect([body, understand(body).intent]).toEqual([body, intent])
  }
})

test.each<[body: string, own: string]>([
  ['Liked “See you” please stop texting me', 'please stop texting me'],
  ['Liked “See you”please stop', 'please stop'],
  ['Liked “See you”. Please stop', 'Please stop'],
  ['Liked “See you”: stop', 'stop'],
  ['Liked “Text “STOP” to end” please stop', 'please stop'],
  ['Liked "Text "STOP" to end" please stop', 'please stop'],
  ['Liked “Text "STOP" to end” please stop', 'please stop'],
  ["Liked 'Text 'STOP' to end' please stop", 'please stop'],
  ['Gefällt „Antworte „STOP“ zum Beenden“ bitte nicht mehr', 'bitte nicht mehr'],
  ['A aimé « Répondez « STOP » » arrêtez', 'arrêtez'],
  ['Liked “Text “STOP to end” please stop', 'please stop'],
  ['Liked “See you” please stop “texting” me', 'please stop “texting” me'],
  ['Liked "See you" please stop "texting" me', 'please stop "texting" me'],
  ['Laughed at your “offer”, now stop', 'now stop'],
  ['Liked “See you" don’t text me, I said ‘stop’', 'don’t text me, I said ‘stop’'],
  ["Liked 'See you, girls' please don't text", "please don't text"],
  ["Liked 'the girls' day' please don't text", "please don't text"],
  ["Liked “Hi girls' day” stop", 'stop'],
  ['Liked “See you', ''],
  ['Ha messo “Mi piace” a “A presto” basta messaggi', 'basta messaggi'],
  ['Hat „Bis bald“ betont bitte keine SMS mehr', 'bitte keine SMS mehr'],
  ['Liked an image\nplease stop', 'please stop'],
  ['No more please\nLiked “See you”\nI mean it', 'No more please\nI mean it'],
])('%s', (body, words) => {
  expect(reactionTo(body)?.own).toBe(words)
})

test.each([
  'Liked but please stop texting me “See you”',
  'Loved my hair but "stop texting" me',
  'A aimé mais arrêtez de m’écrire « ok »',
  'Loved it. “Stop” means stop',
  'Questioned by my wife: “who is this”',
  'Liked an image please stop texting me',
  'I liked “See you” please stop texting me',
  '“See you” please stop texting me',
])('the words of %s are all the person’s own', (body) => {
  expect(reactionTo(body)).toBe(null)
  expect(understand(body).intent).toMatch(/opt_out/)
})

test.each([
  'Liked an image',
  'Loved a movie',
  'Reacted 😂 to an image',
  'Liked an audio message.',
  'Disliked a photo',
])('%s is a reaction without a quoted text', (body) => {
  expect(isReaction(body)).toBe(true)
})

test('a reaction with words waits for a person, a bare one does not', () => {
  const waits = (body: string) => needsAnswer(body, understand(body))
  expect(waits('Liked “See you”')).toBe(false)
  expect(waits('Liked “See you” is Emma in on Friday?')).toBe(true)
  expect(waits('Liked “Fancy 20% off?” yes please')).toBe(true)
  expect(waits('Disliked “See you”')).toBe(true)
})

test('a quotation ends at the mark that closes it', () => {
  const end = (text: string) => endOfQuote(text, 0)
  expect(end('“a “b” c” d')).toBe(8)
  expect(end('"a "b" c" d')).toBe(8)
  expect(end('„a „b“ c“ d')).toBe(8)
  expect(end('»a« b')).toBe(2)
  expect(end('“a')).toBe(null)
})
