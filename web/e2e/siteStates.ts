import type { Page } from 'playwright'

/** A public form in one state, and how to reach it. */
export interface FormState {
  name: string
  path: string
  reach: (page: Page) => Promise<unknown>
}

const send = (page: Page) => page.locator('.button-send').click()
const waitForText = (page: Page, words: string) => page.getByText(words).first().waitFor()
const answerWith = (page: Page, path: string, status: number, json: object) =>
  page.route(`**${path}*`, (route) => route.fulfill({ status, json }))
/** Sends a form and leaves its request unanswered. */
async function keepWaiting(page: Page, path: string, words: string) {
  await page.route(`**${path}*`, () => {})
  await send(page)
  await waitForText(page, words)
}

async function leaveNumber(page: Page, number: string) {
  await page.getByLabel('Mobile number').fill(number)
}

async function write(page: Page) {
  for (const [label, value] of [
    ['Name', 'Dee'],
    ['Email', 'dee@willowandrye.example'],
    ['Subject', 'My list'],
    ['Message', 'Is 300 numbers enough?'],
  ] as const) {
    await page.getByLabel(label).fill(value)
  }
}

async function answer(page: Page, consent: string, mobile = '07700 900401') {
  for (const [at, label] of ['250–500', '100–250', '£30–60', consent].entries()) {
    await page.getByRole('group').nth(at).getByText(label, { exact: true }).click()
  }
  await page.getByLabel('What’s the hardest part').fill('I never have a free hour')
  if (mobile) await page.locator('#waitlist-mobile').fill(mobile)
  await page.getByLabel('I agree to be contacted about the product services.').check()
}

const refusal = { message: 'We are closed today.' }

/** The three forms in every state: invalid, needs confirmation, sending, failed, sent. */
export const formStates: FormState[] = [
  ...['/', '/contact', '/uksalon', '/uksalon?mobile=441234'].map((path) => ({
    name: 'sent empty',
    path,
    reach: async (page: Page) => {
      await send(page)
      await page.locator('.error').first().waitFor()
    },
  })),
  {
    name: 'an Irish number beside GB',
    path: '/',
    reach: async (page) => {
      await leaveNumber(page, '087 123 4567')
      await send(page)
      await waitForText(page, 'Is this an Irish number?')
    },
  },
  {
    name: 'waiting',
    path: '/',
    reach: async (page) => {
      await leaveNumber(page, '07700 900123')
      await keepWaiting(page, '/api/leads', 'Sending...')
    },
  },
  {
    name: 'refused',
    path: '/',
    reach: async (page) => {
      await answerWith(page, '/api/leads', 500, refusal)
      await leaveNumber(page, '07700 900123')
      await send(page)
      await waitForText(page, refusal.message)
    },
  },
  {
    name: 'a field refused by the server',
    path: '/',
    reach: async (page) => {
      await answerWith(page, '/api/leads', 422, { message: 'No', fields: { mobileNumber: 'Not this one' } })
      await leaveNumber(page, '07700 900123')
      await send(page)
      await waitForText(page, 'Not this one')
    },
  },
  {
    name: 'thanked',
    path: '/',
    reach: async (page) => {
      await answerWith(page, '/api/leads', 200, { message: 'The details are on their way to your phone.' })
      await leaveNumber(page, '07700 900123')
      await send(page)
      await page.locator('.toast').waitFor()
    },
  },
  {
    name: 'waiting',
    path: '/contact',
    reach: async (page) => {
      await write(page)
      await keepWaiting(page, '/api/contact', 'Sending...')
    },
  },
  {
    name: 'refused',
    path: '/contact',
    reach: async (page) => {
      await answerWith(page, '/api/contact', 500, refusal)
      await write(page)
      await send(page)
      await waitForText(page, refusal.message)
    },
  },
  {
    name: 'thanked',
    path: '/contact',
    reach: async (page) => {
      await answerWith(page, '/api/contact', 200, {})
      await write(page)
      await send(page)
      await waitForText(page, 'Message sent!')
    },
  },
  ...['Somewhat', 'No'].map((consent) => ({
    name: `consent answered ${consent}`,
    path: '/uksalon',
    reach: (page: Page) => answer(page, consent),
  })),
  {
    name: 'a linked number',
    path: '/uksalon?mobile=447700900123',
    reach: (page) => waitForText(page, '+44 7700 900123'),
  },
  {
    name: 'a linked number, changed',
    path: '/uksalon?mobile=447700900123',
    reach: (page) => page.getByRole('button', { name: 'Change', exact: true }).click(),
  },
  {
    name: 'a link that cannot be read',
    path: '/uksalon?mobile=33612345678',
    reach: (page) => waitForText(page, 'We couldn’t read the number in your link.'),
  },
  {
    name: 'an Irish number beside +44',
    path: '/uksalon',
    reach: async (page) => {
      await answer(page, 'Yes, clearly', '087 123 4567')
      await send(page)
      await waitForText(page, 'Is this an Irish number?')
    },
  },
  {
    name: 'waiting',
    path: '/uksalon',
    reach: async (page) => {
      await answer(page, 'Yes, clearly')
      await keepWaiting(page, '/api/waitlist', 'Submitting...')
    },
  },
  {
    name: 'refused',
    path: '/uksalon',
    reach: async (page) => {
      await answerWith(page, '/api/waitlist', 500, refusal)
      await answer(page, 'Yes, clearly')
      await send(page)
      await waitForText(page, refusal.message)
    },
  },
  {
    name: 'thanked on the next page',
    path: '/uksalon',
    reach: async (page) => {
      await answerWith(page, '/api/waitlist', 200, {})
      await answer(page, 'Yes, clearly')
      await send(page)
      await page.locator('.toast').waitFor()
    },
  },
]
