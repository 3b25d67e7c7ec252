/** Text messages to phones: through MSG91, or into the built-in inbox. */
import type { Language } from '@haat/contract/languages'
import type { Config } from '../config.ts'
import type { SmsAccount, SmsKind } from './sms-account.ts'
import type { Mail } from './mail.ts'

export interface TextMessage {
  kind: SmsKind
  /** Ten digits. */
  to: string
  /** Of whoever reads it; English where no text is registered in it. */
  language: Language
  write(language: Language): {
    /** What the built-in inbox shows. */
    text: string
    /** What fills the gaps of the registered text, by the names of its variables. */
    values: Record<string, string>
  }
}

export type Sms = ReturnType<typeof openSms>

/** MSG91 has answered that it does not send the message; the text of the error is its reason. */
export class SmsRefused extends Error {
  override name = 'SmsRefused'
}

const FLOW = 'https://control.msg91.com/api/v5/flow'
const WITHIN_MS = 10_000

type SmsConfig = Pick<Config, 'sms' | 'production'>

/**
 * @param mail whose inbox shows the messages of a shop that is not in production and has no account
 * @param url of MSG91's Flow API
 */
export function openSms({ sms, production }: SmsConfig, mail: Pick<Mail, 'inbox'>, url = FLOW) {
  let isFailing = false
  return {
    /** Whether messages of this kind reach anybody. */
    sends: (kind: SmsKind): boolean =>
      sms ? sms.templates[kind] !== undefined : !production && mail.inbox !== null,
    /** Sends one message, once. @throws SmsRefused, or another error when nobody knows whether it was sent */
    async deliver(message: TextMessage): Promise<void> {
      if (!sms) return simulate(message, mail)
      isFailing = true
      await sendFlow(url, sms, message)
      isFailing = false
    },
    /** Whether the last message was not sent. */
    get isFailing(): boolean {
      return isFailing
    },
  }
}

function simulate({ to, language, write }: TextMessage, { inbox }: Pick<Mail, 'inbox'>): void {
  const { text } = write(language)
  const html = `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`
  inbox?.receive({ to, subject: 'Text message (simulated: no phone gets it)', text, html })
}

/** Calls MSG91's Flow API, which answers 200 also to what it refuses. */
async function sendFlow(
  url: string,
  { authKey, templates }: SmsAccount,
  { kind, to, language, write }: TextMessage,
): Promise<void> {
  const ids = templates[kind]
  const template_id = ids?.[language] ?? ids?.en
  const { values } = write(ids?.[language] ? language : 'en')
  const response = await fetch(url, {
    method: 'POST',
    headers: { authkey: authKey, 'content-type': 'application/json' },
    body: JSON.stringify({ template_id, short_url: '0', recipients: [{ mobiles: `91${to}`, ...values }] }),
    signal: AbortSignal.timeout(WITHIN_MS),
  })
  const { type, message } = Object(await response.json()) as { type?: unknown; message?: unknown }
  if (response.ok && type === 'success') return
  throw new SmsRefused(`MSG91: ${response.status} ${String(message ?? '').slice(0, 200)}`)
}
