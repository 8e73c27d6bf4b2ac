/** Stands for the public origin until a server, or a build for a plain host, puts it in. */
export const ORIGIN = '__PUBLIC_ORIGIN__'

/** Stands where the server puts the analytics id. */
export const ANALYTICS = '<!--analytics-->'
