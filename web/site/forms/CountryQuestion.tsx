import { countryQuestion, type Market, markets, suggestMarket } from '@salonback/shared/sms/markets.ts'
import { useEffect, useRef, useState } from 'react'

/** Asks once per number and country whether a local number belongs to another country. */
export function useCountryQuestion() {
  const [pending, setPending] = useState<{ typed: string; chosen: Market; likelier: Market }>()
  const [confirmed, setConfirmed] = useState<string>()
  const find = (typed: string, chosen: Market) =>
    confirmed === chosen + typed ? null : suggestMarket(typed, chosen)
  return {
    pending,
    /** Whether the question is still to be answered. */
    isOpen: (typed: string, chosen: Market) => find(typed, chosen) !== null,
    /** Shows the question if needed; returns true while the form must not be sent. */
    needsAnswer(typed: string, chosen: Market): boolean {
      const likelier = find(typed, chosen)
      if (!likelier) return false
      setPending({ typed, chosen, likelier })
      return true
    },
    dismiss: () => setPending(undefined),
    keep() {
      if (pending) setConfirmed(pending.chosen + pending.typed)
      setPending(undefined)
    },
  }
}

/** The question with two buttons. Focus moves to it and then to the submit button. */
export function CountryQuestion(props: {
  question: ReturnType<typeof useCountryQuestion>
  onSwitch: (market: Market) => void
}) {
  const { question, onSwitch } = props
  const { pending } = question
  const box = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (pending) box.current?.querySelector('button')?.focus()
  }, [pending])
  if (!pending) return null
  const focusSubmit = () => box.current?.form?.querySelector<HTMLElement>('.button-send')?.focus()
  const yes = () => {
    focusSubmit()
    question.dismiss()
    onSwitch(pending.likelier)
  }
  const no = () => {
    focusSubmit()
    question.keep()
  }
  return (
    <fieldset className="bubble country-question" ref={box}>
      <legend>{countryQuestion(pending.likelier)}</legend>
      <button type="button" className="button button-small button-ink" onClick={yes}>
        Yes, use {markets[pending.likelier].dialCode}
      </button>
      <button type="button" className="button button-small button-line" onClick={no}>
        No, keep {markets[pending.chosen].dialCode}
      </button>
    </fieldset>
  )
}
