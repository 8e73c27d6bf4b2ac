import { LoginScreen } from '@salonback/shared/auth/LoginScreen.tsx'
import { type Platform, PlatformProvider } from '@salonback/shared/host/platform.ts'
import { createQueryClient } from '@salonback/shared/host/query.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'

/** No call is made of it before somebody logs in, which only the living screen lets them do. */
const noHost = {} as Platform

/**
 * The login screen as it stands before its script has come. Inert: what is typed into it would be lost when the living
 * one takes its place.
 */
export const loginView = () =>
  renderToStaticMarkup(
    <PlatformProvider value={noHost}>
      <QueryClientProvider client={createQueryClient(() => {})}>
        <LoginScreen />
      </QueryClientProvider>
    </PlatformProvider>,
  )
    .replace(/<title>.*?<\/title>/, '')
    .replace('<main ', '<main inert ')
    .replaceAll('<input ', '<input readonly ')
