interface Run {
  running: Promise<unknown>
  next?: Promise<unknown>
}

/**
 * Runs a read once at a time per key. Calls that come meanwhile share one next run, which begins after them: a person
 * sees what they have just done, and many open screens cost as much as two.
 */
export function shareReads() {
  const runs = new Map<string, Run>()

  async function start<T>(key: string, read: () => Promise<T>): Promise<T> {
    const running = read()
    const run: Run = { running }
    runs.set(key, run)
    try {
      return await running
    } finally {
      if (!run.next) runs.delete(key)
    }
  }

  return function share<T>(key: string, read: () => Promise<T>): Promise<T> {
    const run = runs.get(key)
    if (!run) return start(key, read)
    const begin = () => start(key, read)
    run.next ??= run.running.then(begin, begin)
    return run.next as Promise<T>
  }
}
