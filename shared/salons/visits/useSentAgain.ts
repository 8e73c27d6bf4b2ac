import { useRef } from 'react'

/** An amount that is sent again, as the form asked for, is confirmed. */
export function useSentAgain() {
  const last = useRef<number | null>(null)
  return (amount: number | null) => {
    const isAgain = amount !== null && last.current === amount
    last.current = amount
    return isAgain ? { amountConfirmed: true } : {}
  }
}
