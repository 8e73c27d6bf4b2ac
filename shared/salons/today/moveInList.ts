const steps: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1, first: 0 }

/** The action of a row, not of the rows that it opens to. */
const actionOf = (row: Element | null | undefined) =>
  [...(row?.querySelectorAll<HTMLElement>('.sb-today-act') ?? [])].find((act) => act.closest('li') === row)

/**
 * Moves the focus between the actions of the rows: `j`, `k` and the arrows up and down, `first` to the first one; the arrows right
 * and left open and close a group. False for other keys.
 */
export function moveInList(list: HTMLElement | null, key: string): boolean {
  const rows = [...(list?.querySelectorAll('li') ?? [])]
  const row = document.activeElement?.closest('li')
  const step = steps[key]
  if (step !== undefined) {
    const at = key === 'first' || !row ? 0 : rows.indexOf(row) + step
    actionOf(rows[Math.min(Math.max(at, 0), rows.length - 1)])?.focus()
    return true
  }
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return false
  const group = row?.closest('[data-group]')
  const turn = group?.querySelector<HTMLElement>('.sb-today-turn')
  if ((turn?.getAttribute('aria-expanded') === 'true') !== (key === 'ArrowLeft')) return true
  actionOf(group)?.focus()
  turn?.click()
  return true
}
