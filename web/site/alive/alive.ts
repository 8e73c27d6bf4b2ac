import { createElement, type FunctionComponent } from 'react'
import { hydrateRoot } from 'react-dom/client'

/** Brings the page's form alive: the component must render exactly what the page already shows. */
export function bringAlive(Form: FunctionComponent) {
  const place = document.querySelector<HTMLElement>('[data-form]')
  if (!place) return
  hydrateRoot(place, createElement(Form))
  place.dataset.form = 'alive'
}
