import type { Platform } from '@salonback/shared/host/platform.ts'
import { renderToString } from 'react-dom/server'
import { LoginPage } from './LoginPage.tsx'

/** No call is made of it before somebody logs in, which takes the page's script. */
const noHost = {} as Platform

/** The login screen as it stands in its page: its title is the page's own. */
export const loginView = () =>
  renderToString(<LoginPage platform={noHost} onLoggedIn={async () => {}} />).replace(
    /<title>.*?<\/title>/,
    '',
  )
