/** Redirect page: `main.ts` forwards to the target and keeps the query. */
export function Waitlist() {
  return (
    <section className="moving" data-forward="/waitlist-landing">
      <div className="wrap">
        <h1 className="d2">Redirecting...</h1>
        <noscript>
          <p>
            Your browser does not follow by itself: <a href="/uksalon">go on to the waitlist</a>.
          </p>
        </noscript>
      </div>
    </section>
  )
}
