import { useEffect, useState } from 'react'

/** The value once it has not changed for so long (ms): what is typed, for whom each letter would be too much. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    if (Object.is(settled, value)) return
    const timer = setTimeout(() => setSettled(() => value), ms)
    return () => clearTimeout(timer)
  }, [settled, value, ms])
  return settled
}
