import { connectPath } from '@salonback/shared/host/addresses.ts'
import { keyScopes } from '@salonback/shared/platform/http/endpoint.ts'
import { apiKeyForTests } from '@salonback/shared/platform/keys/testing.ts'
import { eventKindNames } from '@salonback/shared/platform/receivers/eventKinds.ts'
import { deliveryForTests, receiverForTests } from '@salonback/shared/platform/receivers/testing.ts'
import { answer, button, inTurn, type Screen, screen } from './consoleScreens.ts'
import { salon } from './salonScreens.ts'

const at = '2026-11-24T09:00:00.000Z'
const ofSalon = { id: salon.id, name: salon.name }
const keys = [
  apiKeyForTests(1, { scopes: [...keyScopes], lastUsedAt: at }),
  apiKeyForTests(2, { name: 'The booking system of Wilhelmina Featherstonehaugh', salon: ofSalon }),
  apiKeyForTests(3, { name: 'Make', revokedAt: at }),
]
const receivers = [
  receiverForTests(1, { waiting: 3, events: [...eventKindNames] }),
  receiverForTests(2, { state: 'off', offReason: 'Every attempt of a day failed: 503', salon: ofSalon }),
]
const deliveries = [
  deliveryForTests(1, { answer: 'x'.repeat(300) }),
  deliveryForTests(2, { state: 'delivered', attempts: 1, status: 200, answer: 'ok' }),
  deliveryForTests(3, { state: 'queued', attempts: 0, status: null, answer: null }),
]
const connect = (items = keys, list = receivers) =>
  inTurn(
    answer('**/api/admin/keys', { url: 'https://salonback.example/api/v1', items }),
    answer('**/api/admin/receivers', list),
    answer('**/api/admin/receivers/*/deliveries', deliveries),
    answer('**/api/admin/salons/replies/salons', [{ ...ofSalon, waiting: 0 }]),
  )

/** How other systems connect. */
export const connectScreens: Screen[] = [
  screen('connect', connectPath, 'Revoked', { before: connect() }),
  screen('connect, no keys', connectPath, /^No keys yet/, { before: connect([], []) }),
  screen('connect, new key', connectPath, 'Create key', { before: connect(), open: button('New key...') }),
  screen('connect, new receiver', connectPath, 'Add receiver', {
    before: connect(),
    open: button('New receiver...'),
  }),
  screen('connect, deliveries', connectPath, 'Waiting', {
    before: connect(),
    open: button('Last deliveries'),
  }),
  screen('connect, the key is shown', connectPath, /^Copy the key now/, {
    before: inTurn(connect(), (page) =>
      page.route('**/api/admin/keys', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 201, json: { ...keys[0], key: `sbk_${'a'.repeat(43)}` } })
          : route.fallback(),
      ),
    ),
    open: inTurn(button('New key...'), (page) => page.getByLabel('Name').fill('n8n'), button('Create key')),
  }),
]
