import { lazy, Suspense, useEffect, useState } from 'react'

const Toaster = lazy(async () => ({ default: (await import('./Toaster.tsx')).Toaster }))

/** The toasts, fetched once the screen stands: one that the build drew has none, and is hydrated as it was drawn. */
export function LateToaster() {
  const [hydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  return (
    hydrated && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  )
}
