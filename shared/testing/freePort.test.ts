import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from './freePort.ts'

test('a free port can be bound and is outside the range of outgoing connections', async () => {
  for (let n = 0; n < 20; n++) {
    const port = await freePort()
    expect(port).toBeGreaterThanOrEqual(20_000)
    expect(port).toBeLessThan(32_000)
    const server = createServer()
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, '127.0.0.1', resolve)
    })
    await new Promise((resolve) => server.close(resolve))
  }
})
