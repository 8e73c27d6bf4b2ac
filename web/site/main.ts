import './css/site.css'
import { startAnalytics } from './forms/analytics.ts'
import { openWithF8 } from './forms/toasts.ts'

forward()
keepQuery()
markHeader()
playPhone()
startAnalytics()
openWithF8()

/** /waitlist: on to the page it names, with the query that came in. */
function forward() {
  const to = document.querySelector<HTMLElement>('[data-forward]')?.dataset.forward
  if (to) location.replace(to + location.search)
}

/** Links that carry the visitor's query on, such as the way from the 404 card to the questionnaire. */
function keepQuery() {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-keep-query]')) {
    link.search = location.search
  }
}

/** The header has the hero's ground above the hero's end, and paper with a hairline below it. */
function markHeader() {
  const hero = document.querySelector('[data-hero]')
  const header = document.querySelector<HTMLElement>('.header')
  if (!hero || !header) return
  new IntersectionObserver(
    ([entry]) => header.classList.toggle('header-past', entry !== undefined && !entry.isIntersecting),
    { rootMargin: `-${header.offsetHeight}px 0px 0px` },
  ).observe(hero)
}

/** Plays the conversation once, when 40 % of the phone is in view. */
function playPhone() {
  const phone = document.querySelector('.phone')
  if (!phone) return
  const watch = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return
      phone.closest('[data-hero]')?.classList.add('playing')
      watch.disconnect()
    },
    { threshold: 0.4 },
  )
  watch.observe(phone)
}
