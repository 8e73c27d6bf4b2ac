import { Fragment } from 'react'

/** Begin and end in hours of the day. */
type Slot = { from: number; to: number; client: string; what?: string; won?: boolean }

const days: { who: string; slots: Slot[] }[] = [
  {
    who: 'Ama',
    slots: [
      { from: 9, to: 11, client: 'Priya S.', what: 'Balayage' },
      { from: 11.5, to: 12.5, client: 'Jean', what: 'Blow-dry' },
      { from: 12.5, to: 14, client: 'Kate O’D.', what: 'Half head' },
      { from: 14.5, to: 17, client: 'Bridal trial' },
    ],
  },
  {
    who: 'Dee',
    slots: [
      { from: 9.5, to: 11, client: 'Marta', what: 'Root touch-up' },
      { from: 11.5, to: 13, client: 'Siobhán', what: 'Cut and colour' },
      { from: 13.5, to: 15, client: 'Maya R.', what: 'Cut and finish', won: true },
      { from: 16, to: 18, client: 'Orla', what: 'Colour' },
    ],
  },
  {
    who: 'Jo',
    slots: [
      { from: 9, to: 10.5, client: 'Aoife', what: 'Gel set' },
      { from: 11, to: 12, client: 'Grace', what: 'Brows' },
      { from: 12.5, to: 13.5, client: 'Tess', what: 'Infill' },
      { from: 14, to: 16, client: 'Ines', what: 'Mani, pedi' },
    ],
  },
]

const hours = [9, 10, 11, 12, 13, 14, 15, 16, 17]

/** Narrow pages hide the slots that begin before 12. */
const slotClass = ({ from, to, won }: Slot) =>
  `slot span-${2 * (to - from)}${from < 12 ? ' morning' : ''}${won ? ' slot-gap' : ''}`

/** Decoration: an appointment board with a gap at 1:30. Cells fill the half hours from left to right, pauses too. */
export function DayBoard() {
  return (
    <div className="board" aria-hidden="true">
      <div className="wrap">
        <div className="board-hours">
          <span className="board-day" />
          {hours.map((hour) => (
            <span key={hour} className={hour < 12 ? 'morning' : undefined}>
              {hour > 12 ? hour - 12 : hour}
            </span>
          ))}
        </div>
        {days.map(({ who, slots }) => (
          <div className="board-row" key={who}>
            <b>{who}</b>
            {slots.map((slot, n) => (
              <Fragment key={slot.client}>
                <Pause halfHours={2 * (slot.from - (slots[n - 1]?.to ?? 9))} />
                <div className={slotClass(slot)}>
                  <div className={slot.won ? 'slot-in slot-won play-slot' : 'slot-in'}>
                    <b>{slot.client}</b>
                    {slot.what && <span>{slot.what}</span>}
                  </div>
                </div>
              </Fragment>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

const Pause = ({ halfHours }: { halfHours: number }) => halfHours > 0 && <i className={`span-${halfHours}`} />
