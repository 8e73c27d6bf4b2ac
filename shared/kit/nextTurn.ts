/** The page may draw and answer first. A message, not a timer: those wait longer, a second where the page is hidden. */
export const nextTurn = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
