import type { CallName, EventName } from './ipc.ts'

/** IPC channel names, prefixed so that they cannot collide with Electron's. The preload script repeats the prefix. */
export const channel = (name: CallName) => `salonback:${name}`
export const eventChannel = (name: EventName) => `salonback:event:${name}`
