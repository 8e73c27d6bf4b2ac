import { BlueprintProvider } from '@blueprintjs/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { configure, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { type Api, type ImportFile, type Platform, PlatformProvider } from '../host/platform.ts'
import { createQueryClient } from '../host/query.ts'
import { HttpError } from '../platform/http/request.ts'
import { TipProvider } from './Tip.tsx'
import { Toaster } from './Toaster.tsx'
import { useToasts } from './toasts.ts'

// Screens are loaded with import(), which is slow on a busy machine.
configure({ asyncUtilTimeout: 120_000 })

/** The calls that a test answers; any other call fails like an unreachable server. */
export type FakeCalls = { [F in keyof Api]?: Partial<Api[F]> }

/** An API client with only these calls. */
export function fakeApi(calls: FakeCalls): Api {
  const feature = (name: string) =>
    new Proxy((calls as Record<string, object>)[name] ?? {}, {
      get: (given, call) =>
        Reflect.get(given, call) ??
        (() => Promise.reject(new HttpError(503, 'Unavailable', `no ${name}.${String(call)} in this test`))),
    })
  return new Proxy({}, { get: (_, name) => feature(String(name)) }) as Api
}

export interface FakePlatform extends Platform {
  saved: { name: string; mime: string; text: string | Blob }[]
}

/** A platform with its route in memory; records saved files. */
export function fakePlatform(calls: FakeCalls, path = '/admin', over: Partial<Platform> = {}): FakePlatform {
  let here = path
  const listeners = new Set<() => void>()
  const saved: FakePlatform['saved'] = []
  return {
    kind: 'browser',
    api: fakeApi(calls),
    undoableApi: () => fakeApi(calls),
    events: () => () => {},
    importFile: {
      choose: async () => null,
      fromDrop: async ({ dataTransfer }) =>
        (dataTransfer?.files[0] as unknown as ImportFile | undefined) ?? null,
      send: () => Promise.reject(new Error('no upload in this test')),
    },
    upload: () => Promise.reject(new Error('no upload in this test')),
    save: async (name, mime, text) => void saved.push({ name, mime, text }),
    notify: () => {},
    setBadge: () => {},
    route: {
      get: () => here,
      set: (next) => {
        here = next
        for (const listener of listeners) listener()
      },
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    loggedOut: async () => {},
    modifier: 'Ctrl',
    saved,
    ...over,
  }
}

/** Renders a screen with the providers and toasts of the console. Pass `client` to reuse a cache. */
export function renderScreen(screen: ReactNode, platform: Platform, client = createQueryClient()) {
  giveSize()
  useToasts.setState({ current: null })
  const view = render(
    <PlatformProvider value={platform}>
      <QueryClientProvider client={client}>
        <TipProvider>
          <BlueprintProvider>{screen}</BlueprintProvider>
          <Toaster />
        </TipProvider>
      </QueryClientProvider>
    </PlatformProvider>,
  )
  return { ...view, client }
}

/** Renders a screen for a person with this role. */
export function renderAs(role: 'admin' | 'agent', screen: ReactNode, platform: Platform) {
  const client = createQueryClient()
  client.setQueryData(['/api/admin/me'], { id: 'maya', username: 'maya', role })
  return renderScreen(screen, platform, client)
}

/** For components that only need a ResizeObserver to exist. */
export class StillObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** happy-dom has no layout: without heights virtual lists render no rows. */
function giveSize() {
  vi.stubGlobal('ResizeObserver', StillObserver)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(40)
}

/** A 422 that names the field. */
export const fieldError = (field: string, message: string) =>
  errorResponse(422, message, { [field]: message })

/** An error of the server with a message. */
export const errorResponse = (status: number, message: string, fields?: Record<string, string>) =>
  new HttpError(status, 'Refused', JSON.stringify({ message, fields }))
