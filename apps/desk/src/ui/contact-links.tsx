import { buttonClass, type ButtonSize, type ButtonVariant } from '@haat/ui/button'
import { MessageCircle, Phone } from 'lucide-react'

interface ContactLinkProps {
  /** A number of India, with or without its code. */
  phone: string
  label?: string
  /** What is written already. */
  text?: string
  variant?: ButtonVariant
  size?: ButtonSize
}

/** Ten digits with India's code, as `wa.me` and `tel:` need them. */
const international = (phone: string): string => `91${phone.replace(/\D/g, '').slice(-10)}`

export const CallLink = ({ phone, label = 'Call', size = 'sm' }: ContactLinkProps) => (
  <a href={`tel:+${international(phone)}`} className={buttonClass('outline', size)}>
    <Phone aria-hidden className="size-4" />
    {label}
  </a>
)

export const WhatsAppLink = (props: ContactLinkProps) => {
  const { phone, label = 'WhatsApp', text = '', variant = 'outline', size = 'sm' } = props
  return (
    <a
      href={`https://wa.me/${international(phone)}${text && `?text=${encodeURIComponent(text)}`}`}
      target="_blank"
      rel="noreferrer"
      className={buttonClass(variant, size)}
    >
      <MessageCircle aria-hidden className="size-4" />
      {label}
    </a>
  )
}
