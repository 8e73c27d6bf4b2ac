import { useEffect, useState } from 'react'
import { usePlatform } from '../host/platform.ts'
import { takeFile } from './upload.ts'

const bringsFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** A file dropped anywhere while the tab is open is meant for it. True while one is held over the window. */
export function useDrops(): boolean {
  const { importFile } = usePlatform()
  const [over, setOver] = useState(false)
  useEffect(() => {
    const hold = (event: DragEvent) => {
      if (!bringsFile(event)) return
      event.preventDefault()
      setOver(true)
    }
    // Between two elements of the page the one that is entered is named; outside the window there is none.
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const drop = (event: DragEvent) => {
      setOver(false)
      if (!bringsFile(event)) return
      event.preventDefault()
      void importFile.fromDrop(event).then(takeFile)
    }
    document.addEventListener('dragover', hold)
    document.addEventListener('dragleave', leave)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('dragover', hold)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('drop', drop)
    }
  }, [importFile])
  return over
}
