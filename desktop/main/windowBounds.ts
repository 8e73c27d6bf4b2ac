interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

/** Whether enough of the window's title bar lies on one of these screens to drag the window. */
export function isOnScreen(bounds: Rectangle, screens: readonly Rectangle[]): boolean {
  return screens.some((screen) => {
    const width = Math.min(bounds.x + bounds.width, screen.x + screen.width) - Math.max(bounds.x, screen.x)
    const visibleTop = bounds.y >= screen.y - 8 && bounds.y < screen.y + screen.height - 40
    return width >= 120 && visibleTop
  })
}
