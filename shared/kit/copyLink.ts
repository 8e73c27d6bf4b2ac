import { toast } from './toasts.ts'

/** Copies an address and says so. */
export async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    toast.success('Link copied')
  } catch {
    toast.failure('Not copied', 'The browser did not allow it. Select the link and copy it.')
  }
}
