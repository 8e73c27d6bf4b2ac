export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** Whether enough of a remembered window lies on a screen that is still there to take hold of it. */
export function isOnScreen(bounds: Area, areas: readonly Area[]): boolean {
  return areas.some((area) => {
    const width = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x)
    const visibleTop = bounds.y >= area.y - 8 && bounds.y < area.y + area.height - 40
    return width >= 120 && visibleTop
  })
}
