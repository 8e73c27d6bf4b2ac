/** A time zone where salons may text now: Tuesday to Saturday, 11:00 to 16:59. Undefined on Sundays and Mondays. */
export function openZone(): string | undefined {
  const zones = [
    'Pacific/Auckland',
    'Asia/Tokyo',
    'Asia/Karachi',
    'Europe/London',
    'America/New_York',
    'Pacific/Honolulu',
  ]
  return zones.find((timeZone) => {
    const parts = new Intl.DateTimeFormat('en', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      hourCycle: 'h23',
    })
    const { weekday = '', hour } = Object.fromEntries(
      parts.formatToParts(new Date()).map(({ type, value }) => [type, value]),
    )
    return !/Sun|Mon/.test(weekday) && Number(hour) >= 11 && Number(hour) < 17
  })
}
