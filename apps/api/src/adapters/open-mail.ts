import type { Config } from '../config.ts'
import { openInbox } from './inbox.ts'
import type { Mail } from './mail.ts'
import { smtpDelivery, startPosting } from './smtp.ts'

/** Mail through `SMTP_URL`, or into the built-in inbox when it is not set. */
export function openMail(config: Pick<Config, 'smtpUrl' | 'mailFrom'>, now: () => Date): Mail {
  if (config.smtpUrl === null) {
    const inbox = openInbox(now)
    return { inbox, post: inbox.receive, deliver: async (message) => inbox.receive(message) }
  }
  const deliver = smtpDelivery(config.smtpUrl, config.mailFrom)
  return { inbox: null, deliver, post: startPosting({ deliver, report: (line) => console.warn(line) }) }
}
