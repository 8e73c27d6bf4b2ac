import './css/site.css'
import { startAnalytics } from './forms/analytics.ts'
import { focusToastsOnF8 } from './forms/toasts.ts'

redirect()
keepQuery()
markHeader()
playPhone()
startAnalytics()
focusToastsOnF8()

/** Redirects /waitlist and keeps the query. */
function redirect() {
  const to = document.querySelector<HTMLElement>('[data-forward]')?.dataset.forward
  if (to) location.replace(to + location.search)
}

/** Adds the current query to links such as the one from the 404 card to the questionnaire. */
function keepQuery() {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-keep-query]')) {
    link.search = location.search
  }
}

/** Changes the header's background once the hero has scrolled out. */
function markHeader() {
  const hero = document.querySelector('[data-hero]')
  const header = document.querySelector<HTMLElement>('.header')
  if (!hero || !header) return
  new IntersectionObserver(
    ([entry]) => header.classList.toggle('header-past', entry !== undefined && !entry.isIntersecting),
    { rootMargin: `-${header.offsetHeight}px 0px 0px` },
  ).observe(hero)
}

/** Plays the conversation once, when 40 % of the phone is visible. */
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
