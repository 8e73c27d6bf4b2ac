import type { Page, Route } from 'playwright'
import { answerQuestions, writeMessage } from './openSite.ts'

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

const refusal = 'We are closed today.'
const details = 'The details are on their way to your phone.'

/** The forms: how one is filled in, its call, the label of its button meanwhile, the reply, and the thanks. */
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
    fill: (page: Page) => writeMessage(page),
    call: '/api/contact',
    sending: 'Sending...',
    reply: {},
    thanks: 'Message sent!',
  },
  {
    path: '/uksalon',
    fill: (page: Page) => answerQuestions(page),
    call: '/api/waitlist',
    sending: 'Submitting...',
    reply: {},
    thanks: 'Thank you for joining our waitlist!',
  },
]

/** A form that was sent and is waiting, refused or thanked. */
const sentStates = forms.flatMap(({ path, fill, call, sending, reply, thanks }): FormState[] => {
  const sent = (respond: (route: Route) => unknown, words: string) => async (page: Page) => {
    await page.route(`**${call}*`, respond)
    await fill(page)
    await send(page)
    await waitForText(page, words)
  }
  const refuse = (route: Route) => route.fulfill({ status: 500, json: { message: refusal } })
  return [
    { name: 'waiting', path, reach: sent(() => {}, sending) },
    { name: 'refused', path, reach: sent(refuse, refusal) },
    { name: 'thanked', path, reach: sent((route) => route.fulfill({ json: reply }), thanks) },
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
    reach: (page: Page) => answerQuestions(page, consent),
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
      await answerQuestions(page, 'Yes, clearly', '087 123 4567')
      await send(page)
      await waitForText(page, 'Is this an Irish number?')
    },
  },
]
