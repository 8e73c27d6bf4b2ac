// Runs before the first paint, so that the dark theme does not flash light. shared/kit/theme.ts applies the same rule.
{
  let choice = 'system'
  try {
    choice = JSON.parse(localStorage.getItem('salonback.theme')).state.choice
  } catch {}
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.classList.toggle('bp6-dark', dark)
}
