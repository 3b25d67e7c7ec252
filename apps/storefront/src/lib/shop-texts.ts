import type { ReturnReason } from '@haat/contract/return-rules'
import { t } from '@lingui/core/macro'

export const shipsFreeNote = (): string => t`Free shipping on this item`

export const paymentProcessingText = (orderNumber: string): string =>
  t`Your payment for order #${orderNumber} is still being processed. Its items are kept for you.`

export const RETURN_REASON_TEXTS: Record<ReturnReason, () => string> = {
  size: () => t`Size or fit is wrong`,
  damaged: () => t`Arrived damaged`,
  defective: () => t`Does not work`,
  wrong_item: () => t`Not what I ordered`,
  not_as_described: () => t`Differs from its description`,
  not_wanted: () => t`No longer wanted`,
}
