// What must not wait for the script of the login page. Blocks the first paint on purpose.
{
  // As shared/kit/theme.ts does it: later, the login would be light for a moment to whoever works in the dark.
  let choice = 'system'
  try {
    choice = JSON.parse(localStorage.getItem('salonback.theme')).state.choice
  } catch {}
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.classList.toggle('bp6-dark', dark)
  // A form sent by the browser itself would leave the page; login.tsx sends what was pressed before it came.
  document.addEventListener('submit', (event) => {
    if (event.defaultPrevented) return
    event.preventDefault()
    event.target.dataset.pressed = ''
  })
}
