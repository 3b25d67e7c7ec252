import { NamedIcon } from '../../ui/picture.tsx'

interface InfoCardsProps {
  cards: readonly { icon: string; title: string; text: string }[] | undefined
}

/** What the shop promises with every product: returns, service, delivery, warranty. */
export function InfoCards({ cards = [] }: InfoCardsProps) {
  return (
    <ul className="grid min-h-32 grid-cols-1 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2">
      {cards.map(({ icon, title, text }) => (
        <li key={title} className="flex gap-4 bg-card p-5">
          <NamedIcon name={icon} className="size-8 shrink-0 text-peacock" />
          <div>
            <h3 className="leading-snug font-bold">{title}</h3>
            <p className="mt-1 text-sm text-ink-soft">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
