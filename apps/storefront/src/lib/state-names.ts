import { INDIAN_STATES } from '@haat/contract/indian-states'
import { i18n, locale } from './i18n.ts'

/** A state's name in the page's language. lingui.config.ts puts those of `INDIAN_STATES` into the catalogues. */
export const stateName = (name: string): string => i18n._(name)

export const stateOptions = () =>
  INDIAN_STATES.map(({ name }) => ({ value: name, label: stateName(name) })).toSorted((one, other) =>
    one.label.localeCompare(other.label, locale()),
  )
