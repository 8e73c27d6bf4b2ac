import type { Page } from 'playwright'

/** A public form in one state, and how to reach it. */
export interface FormState {
  name: string
  path: string
  reach: (page: Page) => Promise<unknown>
}

const send = (page: Page) => page.locator('.button-send').click()
const waitForText = (page: Page, words: string) => page.getByText(words).first().waitFor()
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

const refusal = 'We are closed today.'
const details = 'The details are on their way to your phone.'

/** The forms: how one is filled in, its call, what its button says meanwhile, the reply, and the thanks. */
const forms = [
  {
    path: '/',
    fill: (page: Page) => leaveNumber(page, '07700 900123'),
    call: '/api/leads',
    sending: 'Sending...',
    reply: { message: details },
    thanks: details,
  },
  {
    path: '/contact',
    fill: write,
    call: '/api/contact',
    sending: 'Sending...',
    reply: {},
    thanks: 'Message sent!',
  },
  {
    path: '/uksalon',
    fill: (page: Page) => answer(page, 'Yes, clearly'),
    call: '/api/waitlist',
    sending: 'Submitting...',
    reply: {},
    thanks: 'Thank you for joining our waitlist!',
  },
]

/** A form that was sent and is waiting, refused or thanked. */
const sentStates = forms.flatMap(({ path, fill, call, sending, reply, thanks }): FormState[] => {
  const answered = (status: number, json: object, words: string) => async (page: Page) => {
    await page.route(`**${call}*`, (route) => route.fulfill({ status, json }))
    await fill(page)
    await send(page)
    await waitForText(page, words)
  }
  const waiting = async (page: Page) => {
    await page.route(`**${call}*`, () => {})
    await fill(page)
    await send(page)
    await waitForText(page, sending)
  }
  return [
    { name: 'waiting', path, reach: waiting },
    { name: 'refused', path, reach: answered(500, { message: refusal }, refusal) },
    { name: 'thanked', path, reach: answered(200, reply, thanks) },
  ]
})

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
  ...sentStates,
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
    name: 'a field refused by the server',
    path: '/',
    reach: async (page) => {
      const json = { message: 'No', fields: { mobileNumber: 'Not this one' } }
      await page.route('**/api/leads*', (route) => route.fulfill({ status: 422, json }))
      await leaveNumber(page, '07700 900123')
      await send(page)
      await waitForText(page, 'Not this one')
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
]
