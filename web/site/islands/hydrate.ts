import { createElement, type FunctionComponent } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { FilledIn } from '../forms/filled.ts'

/** Hydrates the prerendered form and passes on values that were typed before the script loaded. */
export function hydrateIsland(Form: FunctionComponent<{ filled: FilledIn }>) {
  const island = document.querySelector<HTMLElement>('[data-form]')
  const form = island?.querySelector('form')
  if (!island || !form) return
  hydrateRoot(island, createElement(Form, { filled: filledIn(form) }))
  island.dataset.form = 'hydrated'
}

function filledIn(form: HTMLFormElement): FilledIn {
  const filled: FilledIn = {}
  for (const [name, value] of new FormData(form)) {
    const control = form.elements.namedItem(name)
    const ticked = control instanceof HTMLInputElement && control.type === 'checkbox'
    filled[name] = ticked ? true : String(value)
  }
  return filled
}
