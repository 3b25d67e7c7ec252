import type { FieldErrors } from 'react-hook-form'
import { Notice } from '../../ui/feedback.tsx'

/** Why the server refused the whole form. Its toast leaves; this stays until the next attempt. */
export function FormError({ errors }: { errors: FieldErrors }) {
  return errors.root && <Notice tone="bad">{errors.root.message}</Notice>
}
