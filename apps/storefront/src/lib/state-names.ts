import { t } from '@lingui/core/macro'
import { INDIAN_STATES } from '@haat/contract/indian-states'
import { locale } from './i18n.ts'

/** The names of `INDIAN_STATES`, in their order, in the page's language. */
const names = (): string[] => [
  t`Andaman and Nicobar Islands`,
  t`Andhra Pradesh`,
  t`Arunachal Pradesh`,
  t`Assam`,
  t`Bihar`,
  t`Chandigarh`,
  t`Chhattisgarh`,
  t`Dadra and Nagar Haveli and Daman and Diu`,
  t`Delhi`,
  t`Goa`,
  t`Gujarat`,
  t`Haryana`,
  t`Himachal Pradesh`,
  t`Jammu and Kashmir`,
  t`Jharkhand`,
  t`Karnataka`,
  t`Kerala`,
  t`Ladakh`,
  t`Lakshadweep`,
  t`Madhya Pradesh`,
  t`Maharashtra`,
  t`Manipur`,
  t`Meghalaya`,
  t`Mizoram`,
  t`Nagaland`,
  t`Odisha`,
  t`Puducherry`,
  t`Punjab`,
  t`Rajasthan`,
  t`Sikkim`,
  t`Tamil Nadu`,
  t`Telangana`,
  t`Tripura`,
  t`Uttar Pradesh`,
  t`Uttarakhand`,
  t`West Bengal`,
]

/** The states as options: the value is the contract's name. */
export const stateOptions = () => {
  const shown = names()
  const options = INDIAN_STATES.map(({ name }, index) => ({ value: name, label: shown[index] ?? name }))
  return options.toSorted((one, other) => one.label.localeCompare(other.label, locale()))
}

/** A state's name in the page's language. */
export const stateName = (name: string): string =>
  stateOptions().find(({ value }) => value === name)?.label ?? name
