import { INDIAN_STATES } from '@haat/contract/indian-states'
import { expect, it } from 'vitest'
import { speak } from './i18n.ts'
import { catalogueOf } from './i18n.ts'
import { stateName, stateOptions } from './state-names.ts'

it('gives each state its own name, and keeps the value of the contract', async () => {
  const names = INDIAN_STATES.map(({ name }) => name)
  expect(stateOptions()).toEqual(names.map((name) => ({ value: name, label: name })))
  speak('ta', await catalogueOf('ta'))
  expect(stateName('West Bengal')).toBe('மேற்கு வங்காளம்')
  expect(
    stateOptions()
      .map(({ value }) => value)
      .toSorted(),
  ).toEqual(names)
  speak('en')
})
