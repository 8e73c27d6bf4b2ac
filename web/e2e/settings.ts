import { openHours } from '@salonback/shared/testing/server.ts'

/** What every walk's server is told: at any hour, and one visitor may do what a walk does. */
export const walkSettings = { ...openHours, PUBLIC_POSTS_PER_MINUTE: '1000' }
