import { Agent as HttpAgent } from 'node:http'
import { type AgentOptions, Agent as HttpsAgent } from 'node:https'
import { type NetConnectOpts, Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** A TCP connection that can hold a write back, so that a request is built and encrypted before the last look. */
export class GatedSocket extends Socket {
  #onHeld: (() => void) | null = null
  #held: (() => void) | null = null

  /** Holds the next write back; `onHeld` runs when its bytes are here. */
  hold(onHeld: () => void): void {
    this.#onHeld = onHeld
  }

  /** Hands the held bytes to the kernel before it returns. */
  release(): void {
    const write = this.#held
    this.#held = null
    write?.()
  }

  override _write(...write: Parameters<Socket['_write']>): void {
    this.#pass(() => super._write(...write))
  }

  override _writev(...write: Parameters<NonNullable<Socket['_writev']>>): void {
    this.#pass(() => super._writev?.(...write))
  }

  #pass(write: () => void): void {
    const onHeld = this.#onHeld
    if (onHeld) {
      this.#onHeld = null
      this.#held = write
      onHeld()
    } else write()
  }
}

const opened = new WeakMap<Duplex, Promise<GatedSocket>>()

/** The TCP connection under a socket of `gatedAgents`, when it is open (after the TLS handshake, if any). */
export const whenOpen = (socket: Duplex): Promise<GatedSocket> =>
  opened.get(socket) ?? Promise.reject(new Error('Not a connection of gatedAgents'))

/** Listens from the start, because a kept-alive connection or one opened for another request emits no second event. */
function track(socket: Duplex, gate: GatedSocket, event: 'connect' | 'secureConnect'): Duplex {
  opened.set(socket, new Promise((resolve) => socket.once(event, () => resolve(gate))))
  return socket
}

class GatedHttpAgent extends HttpAgent {
  override createConnection(options: object): Duplex {
    const gate = new GatedSocket(options)
    return track(gate.connect(options as NetConnectOpts), gate, 'connect')
  }
}

class GatedHttpsAgent extends HttpsAgent {
  override createConnection(options: object): Duplex {
    const gate = new GatedSocket(options)
    // Connect afterwards: TLS writes through a connected socket natively, past its gate.
    const through: AgentOptions = { ...options, socket: gate }
    const socket = super.createConnection(through) as Duplex
    // An idle connection must not keep the process running. Each request has a timer that does.
    gate.connect(options as NetConnectOpts).unref()
    return track(socket, gate, 'secureConnect')
  }
}

export interface GatedAgents {
  http: HttpAgent
  https: HttpsAgent
}

export const gatedAgents = (options: AgentOptions): GatedAgents => ({
  http: new GatedHttpAgent(options),
  https: new GatedHttpsAgent(options),
})
