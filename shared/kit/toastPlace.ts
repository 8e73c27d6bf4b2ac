export type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>
type Size = Pick<DOMRect, 'width' | 'height'>

/** Distance to the edges of the window and to controls, px. */
const GAP = 8
/** Time after which parts have taken their places in a window of another size, ms. */
const SETTLED = 200
/** Widths of a toast, px: the next is tried where no place is free for the one before. */
const widths = [380, 300, 240]
/** What people press or fill in. */
const CONTROLS = 'a[href], button, input, select, textarea, [role=tab], [role=menuitem], [role=option]'

const overlap = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

const withGap = ({ left, top, right, bottom }: Box): Box => ({
  left: left - GAP,
  top: top - GAP,
  right: right + GAP,
  bottom: bottom + GAP,
})

/** The lowest place of this size, then the rightmost, that covers no taken box; null if there is none. */
export function freePlace({ width, height }: Size, room: Box, taken: readonly Box[]): Box | null {
  const boxes = taken.map(withGap)
  const descending = (one: number, other: number) => other - one
  const bottoms = [room.bottom, ...boxes.map(({ top }) => top)]
    .filter((bottom) => bottom <= room.bottom && bottom - height >= room.top)
    .sort(descending)
  const rights = [room.right, ...boxes.flatMap(({ left, right }) => [left, right + width])]
    .filter((right) => right <= room.right && right - width >= room.left)
    .sort(descending)
  for (const bottom of bottoms) {
    const level = boxes.filter((box) => box.top < bottom && box.bottom > bottom - height)
    for (const right of rights) {
      const place = { left: right - width, top: bottom - height, right, bottom }
      if (!level.some((box) => overlap(place, box))) return place
    }
  }
  return null
}

/** Whether a click can reach it: some part of it is visible, outside of clipped areas and not under a dialog. */
function isReachable(control: Element, { left, top, right, bottom }: Box): boolean {
  return [(left + right) / 2, left + 2, right - 2].some((x) =>
    [(top + bottom) / 2, top + 2, bottom - 2].some((y) => {
      const hit = document.elementFromPoint(x, y)
      return hit !== null && (control.contains(hit) || hit.closest('label')?.contains(control))
    }),
  )
}

const boxesOf = (selector: string): Box[] =>
  [...document.querySelectorAll(selector)].flatMap((element) => {
    const box = element.getBoundingClientRect()
    return box.width > 1 && isReachable(element, box) ? [box] : []
  })

/**
 * Places a fixed `toast` where it covers no control, as far down and right as possible; where every place is taken,
 * over the content but beside the navigation. Nothing else moves. Returns a function that stops following the window.
 */
export function placeToast(toast: HTMLElement): () => void {
  const { style } = toast
  const place = () => {
    // Clicks that look for controls pass through it.
    style.pointerEvents = 'none'
    const room = { left: GAP, top: GAP, right: innerWidth - GAP, bottom: innerHeight - GAP }
    const tryWidth = (most: number, taken: readonly Box[]) => {
      const width = Math.min(most, room.right - room.left)
      style.width = `${width}px`
      return freePlace({ width, height: toast.offsetHeight }, room, taken)
    }
    const controls = boxesOf(CONTROLS)
    let free: Box | null = null
    for (const width of widths) free ??= tryWidth(width, controls)
    free ??= tryWidth(widths[0] ?? 0, boxesOf('nav'))
    if (free)
      Object.assign(style, { left: `${free.left}px`, top: `${free.top}px`, right: 'auto', bottom: 'auto' })
    style.pointerEvents = ''
  }
  let settled: ReturnType<typeof setTimeout> | undefined
  const follow = () => {
    place()
    clearTimeout(settled)
    settled = setTimeout(place, SETTLED)
  }
  place()
  addEventListener('resize', follow)
  return () => {
    removeEventListener('resize', follow)
    clearTimeout(settled)
  }
}
