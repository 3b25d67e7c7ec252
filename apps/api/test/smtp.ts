/** A mail server in this process that can refuse messages and drop connections. */
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

export interface TestSmtp {
  url: string
  /** Every accepted message, as received. */
  received: { to: string[]; raw: string }[]
  /** Connections that were opened. */
  connections: number
  /** What the server does with the next messages, one entry each; it accepts all others. */
  behaviour: ('take' | 'refuse' | 'reject' | 'drop')[]
}

/**
 * Starts a server that stops with the test.
 *
 * @param options of smtp-server; `delayMs` is how long the greeting takes
 */
export async function smtpForThisTest(
  options: SMTPServerOptions & { delayMs?: number } = {},
): Promise<TestSmtp> {
  const { delayMs = 0, ...rest } = options
  const smtp: TestSmtp = { url: '', received: [], connections: 0, behaviour: [] }
  const sockets = new Set<Socket>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    logger: false,
    onConnect(_session, done) {
      smtp.connections += 1
      setTimeout(done, delayMs)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString()
        const behaviour = smtp.behaviour.shift() ?? 'take'
        if (behaviour === 'drop') return sockets.forEach((socket) => socket.destroy())
        if (behaviour !== 'take') return done(refusal(behaviour === 'refuse' ? 451 : 550))
        smtp.received.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw })
        done()
      })
    },
    ...rest,
  })
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  smtp.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  return smtp
}

const refusal = (responseCode: number): Error => Object.assign(new Error('Not now'), { responseCode })
