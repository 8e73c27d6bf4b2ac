import { countryQuestion, likelierMarket, type Market, markets } from '@salonback/shared/sms/markets.ts'
import { useEffect, useRef, useState } from 'react'

/**
 * Whether a local number beside a country is to be asked about before it is sent: once, until the number or the
 * country is another.
 */
export function useCountryQuestion() {
  const [asked, setAsked] = useState<{ typed: string; chosen: Market; likelier: Market }>()
  const [kept, setKept] = useState<string>()
  return {
    asked,
    /** Asks where there is something to ask; then nothing may be sent yet. */
    asks(typed: string, chosen: Market): boolean {
      const likelier = likelierMarket(typed, chosen)
      if (!likelier || kept === chosen + typed) return false
      setAsked({ typed, chosen, likelier })
      return true
    },
    forget: () => setAsked(undefined),
    keep() {
      if (asked) setKept(asked.chosen + asked.typed)
      setAsked(undefined)
    },
  }
}

/** The question, and one tap for either answer. The keyboard goes to it, and then on to the button that sends. */
export function CountryQuestion(props: {
  question: ReturnType<typeof useCountryQuestion>
  onSwitch: (market: Market) => void
}) {
  const { question, onSwitch } = props
  const { asked } = question
  const box = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (asked) box.current?.querySelector('button')?.focus()
  }, [asked])
  if (!asked) return null
  const onward = () => box.current?.form?.querySelector<HTMLElement>('.button-send')?.focus()
  const yes = () => {
    onward()
    question.forget()
    onSwitch(asked.likelier)
  }
  const no = () => {
    onward()
    question.keep()
  }
  return (
    <fieldset className="bubble country-question" ref={box}>
      <legend>{countryQuestion(asked.likelier)}</legend>
      <button type="button" className="button button-small button-ink" onClick={yes}>
        Yes, use {markets[asked.likelier].dialCode}
      </button>
      <button type="button" className="button button-small button-line" onClick={no}>
        No, keep {markets[asked.chosen].dialCode}
      </button>
    </fieldset>
  )
}
