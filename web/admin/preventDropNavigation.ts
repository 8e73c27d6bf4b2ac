const editable = 'input, textarea, [contenteditable=true]'

/**
 * Stops the browser from opening a dropped file or link in place of the page. Text can still be dragged into a field, and
 * drops that a screen has handled are ignored.
 */
export function preventDropNavigation(target: EventTarget = window): void {
  for (const name of ['dragover', 'drop']) {
    target.addEventListener(name, (event) => {
      const { dataTransfer, target: element } = event as DragEvent
      const inField = element instanceof Element && element.closest(editable) !== null
      if (event.defaultPrevented || (inField && !dataTransfer?.types.includes('Files'))) return
      event.preventDefault()
      if (dataTransfer) dataTransfer.dropEffect = 'none'
    })
  }
}
