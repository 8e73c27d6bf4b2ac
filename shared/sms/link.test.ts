import { expect, test } from 'vitest'
import { carriesLandingLink, landingLink, withLandingLink } from './link.ts'

test.each([
  ['https://salonback.com', '+447700900142', 'https://salonback.com/uksalon?mobile=447700900142'],
  ['https://salonback.com/', '+353209133962', 'https://salonback.com/uksalon?mobile=353209133962'],
  ['http://localhost:8080', '+18055550186', 'http://localhost:8080/uksalon?mobile=18055550186'],
])('%s and %s', (publicUrl, phone, link) => {
  expect(landingLink(publicUrl, phone)).toBe(link)
  expect(carriesLandingLink(`Here you are: ${link}`, publicUrl)).toBe(true)
})

test.each([
  ['See https://salonback.com/uksalon', true],
  ['See https://salonback.com/uksalon.', true],
  ['HTTPS://SALONBACK.COM/UKSALON?mobile=1', true],
  ['https://salonback.com/uksalonists and https://salonback.com/uksalon', true],
  ['https://salonback.com/uksalonists', false],
  ['https://salonback.com/', false],
  ['https://other.com/uksalon', false],
  ['', false],
])('%j leads to the questionnaire: %s', (body, carries) => {
  expect(carriesLandingLink(body, 'https://salonback.com')).toBe(carries)
})

const link = 'https://salonback.com/uksalon?mobile=447700900142'
test.each([
  ['Have a look:', `Have a look:\n${link}`],
  ['Have a look: \n', `Have a look:\n${link}`],
  [`It is here: ${link} Thanks`, `It is here: ${link} Thanks`],
  ['', link],
])('%j with the link', (message, sent) => {
  expect(withLandingLink(message, link)).toBe(sent)
})
