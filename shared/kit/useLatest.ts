import { type RefObject, useLayoutEffect, useRef } from 'react'

/** A ref to the value of the last render, for event handlers and timers. Do not read it while rendering. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
