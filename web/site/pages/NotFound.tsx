const around = [
  { at: 'lost-1', client: 'Priya S.', what: 'Balayage' },
  { at: 'lost-2', client: 'Jean T.', what: 'Gel set' },
  { at: 'lost-3', client: 'Noor A.', what: 'Brows' },
  { at: 'lost-4', client: 'Kate O’D.', what: 'Half head' },
]

/** 404 page. After /waitlist it also links to the questionnaire. */
export function NotFound({ waitlist = false }: { waitlist?: boolean }) {
  return (
    <section className="lost" data-hero>
      <div className="wrap lost-day">
        {around.map(({ at, client, what }) => (
          <div key={at} className={`lost-slot ${at}`} aria-hidden="true">
            <b>{client}</b>
            <span>{what}</span>
          </div>
        ))}
        <div className="lost-card">
          <h1 className="d3">404 Page Not Found</h1>
          {waitlist ? (
            <p>
              The waitlist has moved. Your place in it is one page away, and nothing you were sent is lost.
            </p>
          ) : (
            <p>
              Nobody’s booked in here. The page may have moved, or the link lost a letter on its way to you.
            </p>
          )}
          <div className="lost-ways">
            {waitlist && (
              <a className="button button-ink button-large" href="/uksalon" data-keep-query>
                Go to the waitlist
              </a>
            )}
            <a
              className={waitlist ? 'button button-line button-large' : 'button button-ink button-large'}
              href="/"
            >
              Back to Home
            </a>
          </div>
        </div>
      </div>
    </section>
  )
}
