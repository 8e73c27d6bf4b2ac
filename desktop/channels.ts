import type { CallName, EventName } from './ipc.ts'

/** Channels carry a prefix, so that they cannot collide with Electron's own; preload/ repeats it, because it has no modules. */
export const channel = (name: CallName) => `salonback:${name}`
export const eventChannel = (name: EventName) => `salonback:event:${name}`
