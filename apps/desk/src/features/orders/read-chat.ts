/** Reads what a customer wrote on WhatsApp: what is certain by its form, the rest as lines of the address. */
import { findState, statesOfPin } from '@haat/contract/indian-states'
import type { PhoneOrder, Recipient } from './phone-order.ts'

export interface Chat extends Recipient {
  /** What is wanted, as it was written: somebody has to choose the product. */
  items: PhoneOrder['wanted']
}

const PHONE = /(?<!\d)(?:\+?91[\s-]?|0)?([6-9]\d{4})[\s-]?(\d{5})(?!\d)/
const EMAIL = /[^\s@,<>]+@[^\s@,<>]+\.[a-z]{2,}/i
const PIN = /(?<!\d)([1-9]\d{2})[ -]?(\d{3})(?!\d)/
/** `[24/11/26, 6:45 pm] Asha: ` and `24/11/2026, 18:45 - Asha: `. */
const SENDER = /^\[?\d{1,2}[/.]\d{1,2}[/.]\d{2,4},? [\d:.]+(?:\s?[ap]m)?\]?(?: -)? [^:]{1,40}: /i
const GREETING = /^(?:hi|hello|hey|namaste|namaskar|good (?:morning|afternoon|evening)|please|pls)\b.*$/i
const LABEL =
  /^(?:name|address|phone|mobile|contact|e-?mail|pin ?code|pin|city|state|items?|order)\s*[:=-]\s*/i
const ITEM = /^(\d{1,3})\s*(?:[x×*]|pcs?\.?|nos?\.?)\s*(?:of\s+)?(.*[a-z].*)$/i
const ITEM_BEHIND = /^(.*[a-z].*?)\s*(?:[x×*]|-)\s*(\d{1,3})(?:\s*(?:pcs?|nos?)\.?)?$/i

const trimmed = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll(/^[\s,.;:-]+|[\s,;:-]+$/g, '')

function itemOf(line: string): Chat['items'][number] | null {
  const [, before, text] = ITEM.exec(line) ?? []
  if (before !== undefined && text !== undefined) return { text: trimmed(text), quantity: Number(before) }
  const [, name, behind] = ITEM_BEHIND.exec(line) ?? []
  return name !== undefined && behind !== undefined ? { text: trimmed(name), quantity: Number(behind) } : null
}

export function readChat(text: string): Chat {
  const chat: Chat = {
    ...{ phone: '', email: '', name: '', pin: '', city: '', state: '', street: '' },
    items: [],
  }
  const street: string[] = []
  for (const written of text.split(/\r?\n/)) {
    let line = written.replace(SENDER, '').trim().replace(GREETING, '')
    const label = LABEL.exec(line)?.[0].toLowerCase() ?? ''
    line = line.slice(label.length)
    const [email] = EMAIL.exec(line) ?? []
    if (email && chat.email === '') {
      chat.email = email
      line = line.replace(email, '')
    }
    const phone = PHONE.exec(line)
    if (phone && chat.phone === '') {
      chat.phone = `${phone[1]}${phone[2]}`
      line = line.replace(phone[0], '')
    }
    const item = itemOf(trimmed(line))
    if (item) {
      chat.items.push(item)
      continue
    }
    const pin = PIN.exec(line)
    if (pin && chat.pin === '' && statesOfPin(`${pin[1]}${pin[2]}`).length > 0) {
      chat.pin = `${pin[1]}${pin[2]}`
      line = readCity(chat, line.replace(pin[0], ''))
    }
    line = trimmed(line)
    if (label.startsWith('name') || (chat.name === '' && street.length === 0 && isName(line)))
      chat.name ||= line
    else if (label.startsWith('city')) chat.city ||= line
    else if (findState(line)) chat.state ||= findState(line)?.name ?? ''
    else if (line !== '') street.push(line)
  }
  if (chat.city === '' && chat.pin !== '' && street.length > 1) chat.city = street.pop() ?? ''
  const states = statesOfPin(chat.pin)
  if (states.length === 1) chat.state = states[0]?.name ?? chat.state
  return { ...chat, street: street.join(', ') }
}

const isName = (line: string): boolean => /^\p{L}[\p{L}.' ]{1,60}$/u.test(line) && line.split(' ').length <= 4

const CITY_STATES = ['Delhi', 'Chandigarh', 'Puducherry']

/** The line with the PIN code ends with the city, and perhaps the state. @returns what is left of it */
function readCity(chat: Chat, line: string): string {
  const parts = trimmed(line.replaceAll(/\bpin(?: ?code)?\b|\bindia\b/gi, ''))
    .split(/\s*,\s*|\s+-\s+/)
    .filter(Boolean)
  const state = findState(parts.at(-1) ?? '')
  if (state) chat.state = state.name
  if (state && (parts.length > 1 || !CITY_STATES.includes(state.name))) parts.pop()
  chat.city = parts.pop() ?? ''
  return parts.join(', ')
}
