import { useEffect, useRef } from 'react'
import type { MineEntry } from '../core/inbox/conversation.ts'
import { useMine } from '../core/inbox/mine.ts'
import { pathOf, repliesPath } from '../host/addresses.ts'
import { type Platform, usePlatform } from '../host/platform.ts'
import { toast } from '../kit/toasts.ts'

const keyOf = ({ salonId, number, at }: MineEntry) => `${salonId} ${number} ${at}`

/** Tells of each assignment to the reader and each note that names the reader, while the console is open. */
export function useMineNotices() {
  const platform = usePlatform()
  const { data } = useMine()
  const known = useRef<ReadonlySet<string> | null>(null)
  useEffect(() => {
    if (!data) return
    const before = known.current
    known.current = new Set(data.map(keyOf))
    if (!before) return
    const added = data.find((entry) => !entry.seen && !before.has(keyOf(entry)))
    if (added) announce(platform, added)
  }, [data, platform])
}

function announce(platform: Platform, { by, isNote, name, salonId, salonName, number }: MineEntry) {
  const title = isNote ? 'You are mentioned' : 'Assigned to you'
  const conversation = [name, salonName].filter(Boolean).join(', ') || 'a conversation'
  const path = salonId === null ? pathOf('sms', { number }) : conversationPath(salonId, number)
  toast.note(
    title,
    isNote ? `${by} wrote a note: ${conversation}` : `${by} assigned ${conversation} to you`,
    {
      label: 'Open',
      run: () => platform.route.set(path),
      isLink: true,
    },
  )
  platform.notify({
    title,
    body: isNote ? `${by} mentioned you in a note.` : `${by} assigned a conversation to you.`,
    ...(salonId === null ? { phone: number } : { path }),
  })
}

const conversationPath = (of: string, number: string) =>
  `${repliesPath}?${new URLSearchParams({ of, number })}`
