import { stateProblem } from '@haat/contract/indian-states'
import { t, translated } from '#say'

/** A state or a country in the reader's language. lingui.config.ts puts those of `INDIAN_STATES` into the catalogues. */
export const placeName = (name: string): string => (name === 'India' ? t`India` : translated(name))

/** What is wrong with state or PIN code of an address, in the reader's language. */
export const stateFault = (address: { state: string; pincode: string }) =>
  stateProblem(address, {
    unknown: (state) => t`“${state}” is not a state or union territory of India.`,
    missing: (pincode) => t`PIN code ${pincode} does not exist.`,
    elsewhere: (pincode, possible, other) => {
      const places = possible.map(placeName).join(` ${t`or`} `)
      const state = placeName(other)
      return t`PIN code ${pincode} is in ${places}, not in ${state}.`
    },
  })
