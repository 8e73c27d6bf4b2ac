import { request } from '@salonback/shared/platform/http/request.ts'
import { useEffect, useState } from 'react'

/** Two-letter country of the visitor; undefined until known. */
export function useVisitorCountry(): string | undefined {
  const [country, setCountry] = useState<string>()
  useEffect(() => {
    const stop = new AbortController()
    request('GET', '/api/visitor-country', undefined, { signal: stop.signal }).then(
      (answer) => {
        const found = typeof answer === 'object' && answer !== null && 'country' in answer
        if (found && typeof answer.country === 'string') setCountry(answer.country)
      },
      () => {
        // The form has a default.
      },
    )
    return () => stop.abort()
  }, [])
  return country
}
