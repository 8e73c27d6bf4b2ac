import { brand } from '@salonback/shared/brand.ts'
import type { ReactElement } from 'react'
import { Contact } from './pages/Contact.tsx'
import { Landing } from './pages/Landing.tsx'
import { NotFound } from './pages/NotFound.tsx'
import { Privacy } from './pages/Privacy.tsx'
import { Terms } from './pages/Terms.tsx'
import { ThankYou } from './pages/ThankYou.tsx'
import { UkSalon } from './pages/UkSalon.tsx'
import { Waitlist } from './pages/Waitlist.tsx'
import type { HeaderMode } from './parts/Header.tsx'

export type Page = {
  /** `*`: every other path. */
  path: string
  file: string
  status: 200 | 404
  title: string
  description: string
  header: HeaderMode
  ground: 'blush' | 'paper' | 'emerald'
  /** Listed in the sitemap. */
  listed: boolean
  /** Script in `islands/` that hydrates the form or shows a notification. */
  island?: 'lead' | 'contact' | 'questionnaire' | 'thanks'
  body: ReactElement
}

const notFound = {
  status: 404,
  title: `404 Page Not Found · ${brand.name}`,
  description: 'There is no page at this address.',
  header: 'home',
  ground: 'blush',
  listed: false,
} as const

/** All public routes. */
export const pages: Page[] = [
  {
    path: '/',
    file: 'index.html',
    status: 200,
    title: `${brand.name} · Past clients, back in your chair`,
    description:
      'We text the salon clients you’ve lost touch with, in your name, with an offer you’ve approved. ' +
      'No setup cost, no subscription: 30% of the first rebooking, once.',
    header: 'details',
    ground: 'blush',
    listed: true,
    island: 'lead',
    body: <Landing />,
  },
  {
    path: '/contact',
    file: 'contact.html',
    status: 200,
    title: `Get in Touch · ${brand.name}`,
    description: 'Write to us or text us. Emails are answered within 24 hours, texts within 2.',
    header: 'home',
    ground: 'paper',
    listed: true,
    island: 'contact',
    body: <Contact />,
  },
  {
    path: '/privacy',
    file: 'privacy.html',
    status: 200,
    title: `Privacy Policy · ${brand.name}`,
    description:
      'What we hold about salon owners and their clients, what we use it for, and how to make us stop.',
    header: 'home',
    ground: 'paper',
    listed: true,
    body: <Privacy />,
  },
  {
    path: '/terms',
    file: 'terms.html',
    status: 200,
    title: `Terms of Service · ${brand.name}`,
    description: 'What the service is, what it costs, and the terms of the texts we send.',
    header: 'home',
    ground: 'paper',
    listed: true,
    body: <Terms />,
  },
  {
    path: '/uksalon',
    file: 'uksalon.html',
    status: 200,
    title: `Is it right for your salon? · ${brand.name}`,
    description: `Answer five questions about your client list and we’ll tell you plainly whether ${brand.name} suits you.`,
    header: 'none',
    ground: 'paper',
    listed: true,
    island: 'questionnaire',
    body: <UkSalon />,
  },
  {
    path: '/waitlist-thank-you',
    file: 'waitlist-thank-you.html',
    status: 200,
    title: `You've applied! · ${brand.name}`,
    description: 'What happens next with your answers.',
    header: 'none',
    ground: 'emerald',
    listed: false,
    island: 'thanks',
    body: <ThankYou />,
  },
  {
    path: '/waitlist',
    file: 'waitlist.html',
    status: 200,
    title: `Redirecting... · ${brand.name}`,
    description: 'On to the waitlist.',
    header: 'none',
    ground: 'paper',
    listed: false,
    body: <Waitlist />,
  },
  { ...notFound, path: '/waitlist-landing', file: 'waitlist-landing.html', body: <NotFound waitlist /> },
  { ...notFound, path: '*', file: '404.html', body: <NotFound /> },
]
