/** /waitlist: on to the page it names, with the query that came in. */
export function moveOn() {
  const forward = document.querySelector<HTMLElement>('[data-forward]')?.dataset.forward
  if (forward) location.replace(forward + location.search)
}

/** Links that carry the visitor's query on, such as the way from the 404 card to the questionnaire. */
export function keepQuery() {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-keep-query]')) {
    link.search = location.search
  }
}

/** The header has the hero's ground above the hero's end, and paper with a hairline below it. */
export function markHeader() {
  const hero = document.querySelector('[data-hero]')
  const header = document.querySelector<HTMLElement>('.header')
  if (!hero || !header) return
  new IntersectionObserver(
    ([entry]) => header.classList.toggle('header-past', entry !== undefined && !entry.isIntersecting),
    { rootMargin: `-${header.offsetHeight}px 0px 0px` },
  ).observe(hero)
}

/** Plays the conversation once, when 40 % of the phone is in view. */
export function playPhone() {
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
