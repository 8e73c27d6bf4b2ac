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
  ['provider: github\nowner: someone\nrepo: other\n', false],
  ['', false],
])('app-update.yml %j is a secure feed: %s', (appUpdate, secure) => {
  expect(hasSecureFeed(appUpdate)).toBe(secure)
})

test('a feed that is not https fails the build', () => {
  expect(() => secureFeed('http://updates.example.com')).toThrow(
    'UPDATE_FEED_URL: http://updates.example.com',
  )
  expect(() => secureFeed('updates.example.com')).toThrow('UPDATE_FEED_URL')
  expect(secureFeed('https://updates.example.com')).toBe('https://updates.example.com')
})
