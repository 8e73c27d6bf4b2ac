import { spawn } from 'node:child_process'
import { ended } from './desk.ts'

export interface Notice {
  app: string
  title: string
  body: string
}

export interface NotificationWatch {
  /** The next one nobody has asked for yet; waits for it. */
  next(): Promise<Notice>
  /** How many came since the start or the last `forget`. */
  count(): number
  forget(): void
  stop(): Promise<void>
}

/** Listens on the session bus to what programs ask the notification service to show. */
export async function watchNotifications(desk: Record<string, string>): Promise<NotificationWatch> {
  const filter = "type='method_call',interface='org.freedesktop.Notifications',member='Notify'"
  const monitor = spawn('dbus-monitor', ['--session', filter], {
    env: desk,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let arrived: Notice[] = []
  let asked = 0
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

  // Each call prints its arguments in order, the first four strings being program, icon, title and body.
  function take(): Notice[] {
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
      while (arrived.length <= asked) await new Promise<void>((resolve) => waiting.push(resolve))
      return arrived[asked++] as Notice
    },
    count: () => arrived.length,
    forget: () => {
      arrived = []
      asked = 0
      waiting = []
    },
    stop: () => ended(monitor),
  }
}
