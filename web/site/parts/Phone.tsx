const story =
  'A text conversation. Willow & Rye writes to Maya, who has not been in since March: “Hi Maya, it’s Dee at Willow & ' +
  'Rye. We’ve missed you! 20% off a cut and finish this week, if you’d like it. Reply YES to book or STOP to opt ' +
  'out.” Maya replies YES. “Lovely! Thursday 1:30 with Dee is yours. See you then.”'

/** Phone mock-up. css/phone.css plays the conversation once main.ts sets `.playing`. */
export function Phone() {
  return (
    <div className="phone" role="img" aria-label={story}>
      <div className="phone-screen" aria-hidden="true">
        <div className="phone-status">
          <span>10:42</span>
          <svg viewBox="0 0 50 14" width="50" height="14" aria-hidden="true" focusable="false">
            <path d="M0 9h3v4H0zM5 6h3v7H5zM10 3h3v10h-3zM15 0h3v13h-3z" />
            <rect x="26.5" y=".5" width="20" height="12" rx="3.5" fill="none" stroke="currentColor" />
            <rect x="28.5" y="2.5" width="13" height="8" rx="1.8" />
            <path d="M48 4.5v4a2.2 2.2 0 0 0 0-4z" />
          </svg>
        </div>
        <div className="phone-who">
          <span className="phone-face">W</span>
          Willow & Rye
        </div>
        <div className="phone-talk">
          <p className="phone-when">Tuesday 11 March</p>
          <p className="bubble bubble-past">Thanks for coming in, Maya. See you soon!</p>
          <p className="phone-when">Today 10:42</p>
          <p className="bubble bubble-them play-offer">
            Hi Maya, it’s Dee at Willow & Rye. We’ve missed you! 20% off a cut and finish this week, if you’d
            like it. Reply YES to book or STOP to opt out.
          </p>
          <p className="bubble bubble-yes play-yes">YES</p>
          <p className="phone-delivered play-delivered">Delivered</p>
          <div className="phone-last">
            <p className="bubble bubble-them bubble-dots play-dots">
              <i />
              <i />
              <i />
            </p>
            <p className="bubble bubble-them play-booked">
              Lovely! Thursday 1:30 with Dee is yours. See you then.
            </p>
          </div>
        </div>
        <div className="phone-write">Text message</div>
      </div>
    </div>
  )
}
