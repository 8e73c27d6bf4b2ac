const hours = ['9', '10', '11', '12', '1', '2', '3', '4', '5']

type Slot = { at: string; client: string; what?: string; won?: boolean }

const days: { who: string; slots: Slot[] }[] = [
  {
    who: 'Ama',
    slots: [
      { at: 'h0900-h1100', client: 'Priya S.', what: 'Balayage' },
      { at: 'h1130-h1230', client: 'Jean', what: 'Blow-dry' },
      { at: 'h1230-h1400', client: 'Kate O’D.', what: 'Half head' },
      { at: 'h1430-h1700', client: 'Bridal trial' },
    ],
  },
  {
    who: 'Dee',
    slots: [
      { at: 'h0930-h1100', client: 'Marta', what: 'Root touch-up' },
      { at: 'h1130-h1300', client: 'Siobhán', what: 'Cut and colour' },
      { at: 'h1330-h1500', client: 'Maya R.', what: 'Cut and finish', won: true },
      { at: 'h1600-h1800', client: 'Orla', what: 'Colour' },
    ],
  },
  {
    who: 'Jo',
    slots: [
      { at: 'h0900-h1030', client: 'Aoife', what: 'Gel set' },
      { at: 'h1100-h1200', client: 'Grace', what: 'Brows' },
      { at: 'h1230-h1330', client: 'Tess', what: 'Infill' },
      { at: 'h1400-h1600', client: 'Ines', what: 'Mani, pedi' },
    ],
  },
]

/** Decoration: an appointment board with a gap at 1:30. */
export function DayBoard() {
  return (
    <div className="board" aria-hidden="true">
      <div className="wrap">
        <div className="board-hours">
          <span className="board-day" />
          {hours.map((hour) => (
            <span key={hour} className={`hour-${hour}`}>
              {hour}
            </span>
          ))}
        </div>
        {days.map(({ who, slots }) => (
          <div className="board-row" key={who}>
            <b>{who}</b>
            {slots.map(({ at, client, what, won }) => (
              <div key={at} className={won ? `slot ${at} slot-gap` : `slot ${at}`}>
                <div className={won ? 'slot-in slot-won play-slot' : 'slot-in'}>
                  <b>{client}</b>
                  {what && <span>{what}</span>}
                </div>
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
