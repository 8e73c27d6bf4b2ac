/** `08:00` as `8:00 AM`. */
export function clockOf(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours % 24 < 12 ? 'AM' : 'PM'}`
}

/** `08:00-21:00` as `8:00 AM and 9:00 PM`; null when texts may leave at any time. */
export function hoursInWords(quietHours: string): string | null {
  const [from = '', to = ''] = quietHours.split('-')
  return quietHours === '00:00-24:00' ? null : `${clockOf(from)} and ${clockOf(to)}`
}
