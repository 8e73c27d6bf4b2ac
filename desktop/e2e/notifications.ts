import { spawn } from 'node:child_process'
import { inject } from 'vitest'
import { stopProcess } from './testDesktop.ts'

export interface ShownNotification {
  app: string
  title: string
  body: string
}

export interface NotificationWatch {
  /** Waits for the next notification that `next` has not returned yet. */
  next(): Promise<ShownNotification>
  /** Notifications since the start or the last `forget`. */
  count(): number
  forget(): void
  stop(): Promise<void>
}

/** Watches the session bus for calls to the notification service. */
export async function watchNotifications(): Promise<NotificationWatch> {
  const filter = "type='method_call',interface='org.freedesktop.Notifications',member='Notify'"
  const monitor = spawn('dbus-monitor', ['--session', filter], {
    env: inject('desktopEnv'),
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let arrived: ShownNotification[] = []
  let returned = 0
  let waiting: (() => void)[] = []
  let text = ''
  let ready = () => {}
  const listening = new Promise<void>((resolve) => {
    ready = resolve
  })
  monitor.stdout.on('data', (data: Buffer) => {
    ready()
    text += data
    for (const notice of take()) arrived.push(notice)
    for (const wake of waiting.splice(0)) wake()
  })

  // The first four string arguments of a call are program, icon, title and body.
  function take(): ShownNotification[] {
    const calls = text.split(/^method call .*member=Notify$/m)
    const whole = calls.slice(1).filter((call) => /^ {3}int32 /m.test(call))
    if (whole.length > 0) text = ''
    return whole.map((call) => {
      const [app = '', , title = '', body = ''] = [...call.matchAll(/^ {3}string "(.*)"$/gm)].map(
        ([, value]) => value ?? '',
      )
      return { app, title, body }
    })
  }
  await listening
  return {
    next: async () => {
      while (arrived.length <= returned) await new Promise<void>((resolve) => waiting.push(resolve))
      return arrived[returned++] as ShownNotification
    },
    count: () => arrived.length,
    forget: () => {
      arrived = []
      returned = 0
      waiting = []
    },
    stop: () => stopProcess(monitor),
  }
}
