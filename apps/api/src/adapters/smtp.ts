import { createTransport } from 'nodemailer'
import type { Message } from './mail.ts'

/** How long a mail server may take for each step, in ms. */
const PATIENCE = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
}

/**
 * Delivery through a mail server. It connects anew for each message and uses TLS where the server offers it.
 *
 * @param url `smtp://user:password@host:port`, or `smtps://…`
 */
export function smtpDelivery(
  url: string,
  from: string,
  patience: Partial<typeof PATIENCE> = {},
): (message: Message) => Promise<void> {
  const transport = createTransport({
    url,
    ...PATIENCE,
    ...patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async ({ to, ...message }) => {
    // As an object, an address is taken as it is, never parsed as a list.
    await transport.sendMail({ from, to: { name: '', address: to }, ...message })
  }
}
