import { expect, test } from 'vitest'
import { hasSecureFeed, secureFeed } from './feed.ts'

test.each([
  [
    'provider: generic\nurl: https://updates.example.com/console\nupdaterCacheDirName: salonback-updater\n',
    true,
  ],
  ["provider: generic\nurl: 'https://updates.example.com'\n", true],
  ['provider: generic\nurl: http://updates.example.com/console\n', false],
  ['provider: generic\nurl: http://updates.example.com/?https://\n', false],
  ['provider: generic\nurl: https://user:secret@updates.example.com\n', false],
  ['provider: generic\nurl: file:///tmp/updates\n', false],
  ['provider: github\nowner: somebody\nrepo: else\n', false],
  ['', false],
])('the feed of %j is used: %s', (appUpdate, used) => {
  expect(hasSecureFeed(appUpdate)).toBe(used)
})

test('a feed without encryption is not packed', () => {
  expect(() => secureFeed('http://updates.example.com')).toThrow(
    'UPDATE_FEED_URL: http://updates.example.com',
  )
  expect(() => secureFeed('updates.example.com')).toThrow('UPDATE_FEED_URL')
  expect(secureFeed('https://updates.example.com')).toBe('https://updates.example.com')
})
