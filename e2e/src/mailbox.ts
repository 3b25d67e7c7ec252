import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail server of the test's own. */
export interface Mailbox {
  /** For the shop's `SMTP_URL`. */
  url: string
  /** The OTP in the next mail to an address; mails that came before do not count. */
  nextOtp(to: string): Promise<string>
  close(): Promise<void>
}

const WAIT_MS = 10_000

/** Opens a mailbox that takes every mail. */
export async function openMailbox(): Promise<Mailbox> {
  const waiting = new Map<string, (otp: string) => void>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onData(stream, session, done) {
      let raw = ''
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString()))
      stream.on('end', () => {
        const otp = /is:\s*(\d{6})/.exec(raw)?.[1]
        for (const { address } of session.envelope.rcptTo) if (otp) waiting.get(address)?.(otp)
        done()
      })
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    nextOtp: (to) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`No OTP came to ${to}.`)), WAIT_MS)
        waiting.set(to, (otp) => {
          clearTimeout(late)
          waiting.delete(to)
          resolve(otp)
        })
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
