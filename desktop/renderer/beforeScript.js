// All that the login page runs before its first paint: the screen stands there and takes words without its script.
{
  const { entry } = document.currentScript.dataset
  // A form sent by the browser itself would leave the page; LoginScreen sends what was pressed before it came.
  document.addEventListener('submit', (event) => {
    if (event.defaultPrevented) return
    event.preventDefault()
    event.target.dataset.pressed = ''
  })
  document.querySelector('input').focus()
  const load = () => import(entry)
  // A timer begun in a frame runs after that frame was painted. A window that is not drawn has no frames.
  requestAnimationFrame(() => setTimeout(load))
  setTimeout(load, 500)
}
