const editable = 'input, textarea, [contenteditable=true]'

/**
 * A browser leaves the page for a file or link that is dropped on it. Text may still be dragged into a field. A screen
 * that takes files has taken this one before it comes here.
 */
export function keepOnPage(target: EventTarget = window): void {
  for (const name of ['dragover', 'drop']) {
    target.addEventListener(name, (event) => {
      const { dataTransfer, target: under } = event as DragEvent
      const inField = under instanceof Element && under.closest(editable) !== null
      if (event.defaultPrevented || (inField && !dataTransfer?.types.includes('Files'))) return
      event.preventDefault()
      if (dataTransfer) dataTransfer.dropEffect = 'none'
    })
  }
}
