/** Texts leave at any hour, and one visitor may do what a walk does. */
export const openHours = { QUIET_HOURS: '00:00-24:00', PUBLIC_POSTS_PER_MINUTE: '1000' }
