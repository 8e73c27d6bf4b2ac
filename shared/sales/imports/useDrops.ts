import { useEffect, useState } from 'react'
import { usePlatform } from '../../host/platform.ts'
import { takeFile } from './upload.ts'

const bringsFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** Accepts files dropped anywhere in the window. Returns true while a file is dragged over it. */
export function useDrops(): boolean {
  const { importFile } = usePlatform()
  const [over, setOver] = useState(false)
  useEffect(() => {
    const hold = (event: DragEvent) => {
      if (!bringsFile(event)) return
      event.preventDefault()
      setOver(true)
    }
    // relatedTarget is null only when the drag leaves the window.
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
