import { lazy, Suspense, useEffect, useState } from 'react'
import { useRoute } from '../host/routes.ts'
import type { Prospect } from '../prospects/contract.ts'
import { useCompose } from './compose.ts'

const loadDrawer = () => import('./FirstTextsDrawer.tsx')
const FirstTextsDrawer = lazy(async () => ({ default: (await loadDrawer()).FirstTextsDrawer }))

/** The drawer of first texts from when it is first opened on. Its script is fetched behind the list, which would wait for it. */
export function FirstTexts({ prospects, listed }: { prospects: readonly Prospect[]; listed: boolean }) {
  const { params } = useRoute()
  const composing = useCompose(({ prospectIds }) => prospectIds !== null)
  const open = composing || params.has('campaign')
  const [opened, setOpened] = useState(open)
  if (open && !opened) setOpened(true)
  // Should it not come, that is said when it is needed.
  useEffect(() => {
    if (listed) loadDrawer().catch(() => {})
  }, [listed])
  if (!opened) return null
  return (
    <Suspense>
      <FirstTextsDrawer prospects={prospects} />
    </Suspense>
  )
}
