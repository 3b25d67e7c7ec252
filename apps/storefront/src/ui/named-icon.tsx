import type { LucideIcon } from 'lucide-react'
import { Globe, Headset, Shield, Store, Truck, Undo2, Wallet } from 'lucide-react'

/** The drawings that a text from the server may name. */
const ICONS: Record<string, LucideIcon> = {
  globe: Globe,
  headset: Headset,
  shield: Shield,
  truck: Truck,
  undo: Undo2,
  wallet: Wallet,
}

/** An icon by its name; a stall for one that is not known. */
export function NamedIcon({ name, className }: { name: string; className?: string }) {
  const Icon = ICONS[name] ?? Store
  return <Icon aria-hidden className={className} strokeWidth={1.6} />
}
