import { lazy, Suspense, useEffect, useState } from 'react'
import { useRoute } from '../../host/routes.ts'
import { type SelectedProspect, useCompose } from './compose.ts'

const loadDrawer = () => import('./FirstTextsDrawer.tsx')
const FirstTextsDrawer = lazy(async () => ({ default: (await loadDrawer()).FirstTextsDrawer }))

interface Props {
  prospects: readonly SelectedProspect[]
  listed: boolean
  onStarted: () => void
}

/** Mounts the drawer of first texts when it is first opened. Its script is preloaded after the list of prospects. */
export function FirstTexts({ prospects, listed, onStarted }: Props) {
  const { params } = useRoute()
  const composing = useCompose(({ prospectIds }) => prospectIds !== null)
  const open = composing || params.has('campaign')
  const [opened, setOpened] = useState(open)
  if (open && !opened) setOpened(true)
  // A failed preload is reported when the drawer opens.
  useEffect(() => {
    if (listed) loadDrawer().catch(() => {})
  }, [listed])
  if (!opened) return null
  return (
    <Suspense>
      <FirstTextsDrawer prospects={prospects} onStarted={onStarted} />
    </Suspense>
  )
}
