/** Error icon. */
export function ErrorIcon() {
  return (
    <svg className="bang" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
      <circle cx="10" cy="10" r="10" />
      <path d="M10 5v6M10 14v1" strokeWidth="2" strokeLinecap="square" />
    </svg>
  )
}

export function Cross() {
  return (
    <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true" focusable="false">
      <path d="m1 1 10 10M11 1 1 11" stroke="currentColor" strokeWidth="1.6" />
    </svg>
  )
}

export function Chevron() {
  return (
    <svg className="chevron" viewBox="0 0 12 8" width="12" height="8" aria-hidden="true" focusable="false">
      <path
        d="m1.5 1.5 4.5 4.5 4.5-4.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  )
}

const flags = {
  GB: (
    <>
      <path fill="#012169" d="M0 0h24v16H0z" />
      <path stroke="#fff" strokeWidth="3.2" d="m0 0 24 16M24 0 0 16" />
      <path stroke="#c8102e" strokeWidth="1.4" d="m0 0 24 16M24 0 0 16" />
      <path stroke="#fff" strokeWidth="5.4" d="M12 0v16M0 8h24" />
      <path stroke="#c8102e" strokeWidth="3.2" d="M12 0v16M0 8h24" />
    </>
  ),
  IE: (
    <>
      <path fill="#169b62" d="M0 0h8v16H0z" />
      <path fill="#fff" d="M8 0h8v16H8z" />
      <path fill="#ff883e" d="M16 0h8v16h-8z" />
    </>
  ),
  US: (
    <>
      <path fill="#b22234" d="M0 0h24v16H0z" />
      <path stroke="#fff" strokeWidth="1.25" d="M0 1.9h24M0 4.3h24M0 6.8h24M0 9.2h24M0 11.7h24M0 14.1h24" />
      <path fill="#3c3b6e" d="M0 0h10.5v8.6H0z" />
      <path stroke="#fff" strokeWidth="1" strokeDasharray="1 1.6" d="M1 1.8h9M2.2 3.6h8M1 5.4h9M2.2 7.1h8" />
    </>
  ),
}

export function Flag({ country }: { country: keyof typeof flags }) {
  return (
    <svg className="flag" viewBox="0 0 24 16" width="24" height="16" aria-hidden="true" focusable="false">
      {flags[country]}
    </svg>
  )
}
