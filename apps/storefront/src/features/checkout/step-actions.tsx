import { rupees } from '../../lib/format.ts'
import { BottomBar } from '../../ui/page.tsx'
import { Button } from '../../ui/button.tsx'

interface StepActionsProps {
  /** Paise; shown beside the button on a phone, where the price panel is out of sight. */
  total: number
  label: string
  busy?: boolean
  onNext: () => void
  /** Absent on the first step. */
  onBack?: () => void
}

/** The way on, within reach on a phone, and the way back. */
export function StepActions({ total, label, busy = false, onNext, onBack }: StepActionsProps) {
  return (
    <div className="mt-6 flex flex-col gap-3 sm:flex-row sm:justify-end">
      {onBack && (
        <Button size="lg" variant="outline" disabled={busy} onClick={onBack}>
          Back
        </Button>
      )}
      <BottomBar className="flex items-center gap-4">
        <p className="figures text-lg leading-none font-bold sm:hidden">
          <span className="sr-only">Total </span>
          {rupees(total)}
        </p>
        <Button size="lg" busy={busy} onClick={onNext} className="max-sm:min-h-12 max-sm:grow max-sm:px-3">
          {label}
        </Button>
      </BottomBar>
    </div>
  )
}
