import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'

/** Whether backups can be written there; makes the folder if it is missing. */
export const isWritableFolder = (folder: string): Promise<boolean> =>
  mkdir(folder, { recursive: true, mode: 0o700 })
    .then(() => access(folder, constants.W_OK))
    .then(
      () => true,
      () => false,
    )
