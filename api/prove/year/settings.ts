/** Settings of both processes, so that their rules agree. */
export const settings = { QUIET_HOURS: '08:00-21:00', LOG_LEVEL: 'error' }
