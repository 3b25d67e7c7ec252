import { INDIAN_STATES } from '@haat/contract/indian-states'

const STATES = INDIAN_STATES.map(({ name }) => ({ value: name, label: name }))

/** The states of India to choose from, with the one that is stored where it is none of them. */
export const stateOptions = (stored: string) =>
  STATES.some(({ value }) => value === stored)
    ? STATES
    : [{ value: stored, label: stored === '' ? 'Choose' : `${stored} (not a state of India)` }, ...STATES]
