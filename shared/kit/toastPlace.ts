export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

interface Size {
  width: number
  height: number
}

const GAP = 8

const meet = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

const wider = ({ left, top, right, bottom }: Box): Box => ({
  left: left - GAP,
  top: top - GAP,
  right: right + GAP,
  bottom: bottom + GAP,
})

/** The lowest place for a box of this size, then the rightmost, that lies on nothing taken; null where there is none. */
export function freePlace({ width, height }: Size, room: Box, taken: Box[]): Box | null {
  const kept = taken.map(wider)
  const down = (one: number, other: number) => other - one
  const bottoms = [room.bottom, ...kept.map(({ top }) => top)]
    .filter((bottom) => bottom <= room.bottom && bottom - height >= room.top)
    .sort(down)
  const rights = [room.right, ...kept.flatMap(({ left, right }) => [left, right + width])]
    .filter((right) => right <= room.right && right - width >= room.left)
    .sort(down)
  for (const bottom of bottoms) {
    const level = kept.filter((box) => box.top < bottom && box.bottom > bottom - height)
    for (const right of rights) {
      const place = { left: right - width, top: bottom - height, right, bottom }
      if (!level.some((box) => meet(place, box))) return place
    }
  }
  return null
}

/** Whether somebody could press it now: some part of it shows, under no dialog and outside no scroller. */
function isInReach(control: Element, { left, top, right, bottom }: Box, area: Element): boolean {
  const across = [(left + right) / 2, left + 2, right - 2]
  const along = [(top + bottom) / 2, top + 2, bottom - 2]
  return across.some((x) =>
    along.some((y) => {
      const over = underneath(area, x, y)
      return over && (control.contains(over) || over.closest('label')?.contains(control))
    }),
  )
}

/** What shows there, or would without the area. To ask for the topmost alone takes a fraction of asking for all. */
function underneath(area: Element, x: number, y: number): Element | null | undefined {
  const top = document.elementFromPoint(x, y)
  if (!top || !area.contains(top)) return top
  return document.elementsFromPoint(x, y).find((element) => !area.contains(element))
}

/** Those that somebody could press, and of these what lies on `on`, if given: to look at all takes half a frame. */
function controlsOf(area: Element, selector: string, on?: Box): Box[] {
  const boxes: Box[] = []
  for (const control of document.querySelectorAll(selector)) {
    const box = control.getBoundingClientRect()
    const shows =
      box.width > 1 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
    if (on && !meet(on, box)) continue
    if (shows && !area.contains(control) && isInReach(control, box, area)) boxes.push(box)
  }
  return boxes
}

/** What people press or fill in. */
const CONTROLS = 'a[href], button, input, select, textarea, [role=tab], [role=menuitem], [role=option]'

/** From the usual width down to the narrowest that still reads. */
const widths = [380, 300, 240, 200]

const margin = () => (innerWidth < 600 ? 8 : 16)

/**
 * Keeps the notification `area` off everything that can be pressed, also while the page moves beneath it. `also` names
 * what else must stay in sight. Where every place is taken it stands at the end of the screen. Returns how to stop.
 */
export function standClear(area: HTMLElement, also = ''): () => void {
  const selector = also ? `${CONTROLS}, ${also}` : CONTROLS
  const moveTo = (place: Box) => {
    area.style.left = `${place.left}px`
    area.style.top = `${place.top}px`
  }
  const place = () => {
    const edge = margin()
    const room = { left: edge, top: edge, right: innerWidth - edge, bottom: innerHeight - edge }
    const taken = controlsOf(area, selector)
    for (const most of widths) {
      const width = Math.min(most, room.right - room.left)
      area.style.width = `${width}px`
      const free = freePlace({ width, height: area.offsetHeight }, room, taken)
      if (free) return moveTo(free)
    }
    area.style.width = `${Math.min(widths[0] ?? 0, room.right - room.left)}px`
    moveTo({ ...room, left: room.right - area.offsetWidth, top: room.bottom - area.offsetHeight })
  }
  const look = () => {
    // Whoever reads or holds it must not see it jump away.
    if (area.matches(':hover') || area.contains(document.activeElement)) return
    const now = area.getBoundingClientRect()
    const outside = now.bottom > innerHeight || now.right > innerWidth
    if (outside || controlsOf(area, selector, now).length > 0) place()
  }
  place()
  const timer = setInterval(look, 200)
  addEventListener('resize', place)
  return () => {
    clearInterval(timer)
    removeEventListener('resize', place)
  }
}
