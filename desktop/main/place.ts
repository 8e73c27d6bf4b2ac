export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** Whether enough of a remembered window lies on a screen that is still there to take hold of it. */
export function isOnScreen(place: Area, areas: readonly Area[]): boolean {
  return areas.some((area) => {
    const width = Math.min(place.x + place.width, area.x + area.width) - Math.max(place.x, area.x)
    const visibleTop = place.y >= area.y - 8 && place.y < area.y + area.height - 40
    return width >= 120 && visibleTop
  })
}
