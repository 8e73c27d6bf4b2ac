// What shared/kit/theme.ts does, for a page that is seen before that has come. Blocks the first paint on purpose:
// later, the login would be light for a moment to whoever works in the dark.
{
  let choice = 'system'
  try {
    choice = JSON.parse(localStorage.getItem('salonback.theme')).state.choice
  } catch {}
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.classList.toggle('bp6-dark', dark)
}
