import { describe, expect, it } from 'vitest'
import { findState, INDIAN_STATES, stateProblem, statesOfPin } from './indian-states.ts'

const namesOfPin = (pincode: string) => statesOfPin(pincode).map(({ name }) => name)

describe('a state', () => {
  it.each([
    ['Karnataka', '29'],
    [' karnataka ', '29'],
    ['KA', '29'],
    ['29', '29'],
    ['Jammu & Kashmir', '01'],
    ['J&K', '01'],
    ['Orissa', '21'],
    ['Orisa', '21'],
    ['Karnātaka', '29'],
    ['New Delhi', '07'],
    ['Pondicherry', '34'],
    ['TAMILNADU', '33'],
    ['U.P.', '09'],
    ['The Dadra and Nagar Haveli and Daman and Diu', '26'],
    ['Karnatka', undefined],
    ['Atlantis', undefined],
    ['', undefined],
  ])('is found by %j', (text, code) => {
    expect(findState(text)?.gst_code).toBe(code)
  })

  it('has a code and spellings of its own', () => {
    expect(INDIAN_STATES).toHaveLength(36)
    expect(new Set(INDIAN_STATES.map(({ gst_code }) => gst_code)).size).toBe(36)
    for (const state of INDIAN_STATES)
      for (const text of [state.name, state.gst_code, ...state.spellings]) expect(findState(text)).toBe(state)
  })
})

describe('a PIN code', () => {
  it.each([
    ['110001', 'Delhi'],
    ['122001', 'Haryana'],
    ['160017', 'Chandigarh, Punjab, Haryana'],
    ['160062', 'Punjab, Chandigarh'],
    ['194101', 'Ladakh'],
    ['190001', 'Jammu and Kashmir'],
    ['244713', 'Uttarakhand'],
    ['244001', 'Uttar Pradesh'],
    ['248001', 'Uttarakhand'],
    ['362520', 'Dadra and Nagar Haveli and Daman and Diu'],
    ['362001', 'Gujarat'],
    ['396230', 'Dadra and Nagar Haveli and Daman and Diu, Gujarat'],
    ['396001', 'Gujarat'],
    ['403001', 'Goa'],
    ['416001', 'Maharashtra'],
    ['490001', 'Chhattisgarh'],
    ['500001', 'Telangana'],
    ['507001', 'Telangana, Andhra Pradesh'],
    ['515001', 'Andhra Pradesh'],
    ['533464', 'Puducherry, Andhra Pradesh'],
    ['560001', 'Karnataka'],
    ['605001', 'Puducherry'],
    ['605007', 'Puducherry, Tamil Nadu'],
    ['600001', 'Tamil Nadu'],
    ['609602', 'Puducherry'],
    ['673310', 'Puducherry'],
    ['682555', 'Lakshadweep'],
    ['682001', 'Kerala'],
    ['737101', 'Sikkim'],
    ['744101', 'Andaman and Nicobar Islands'],
    ['700001', 'West Bengal'],
    ['781131', 'Assam, Meghalaya'],
    ['791111', 'Arunachal Pradesh'],
    ['795001', 'Manipur'],
    ['796001', 'Mizoram'],
    ['797001', 'Nagaland'],
    ['799001', 'Tripura'],
    ['800001', 'Bihar'],
    ['813208', 'Jharkhand'],
    ['834001', 'Jharkhand'],
    ['854301', 'Bihar'],
    ['900056', ''],
    ['999999', ''],
  ])('%s is in “%s”', (pincode, states) => {
    expect(namesOfPin(pincode).join(', ')).toBe(states)
  })

  it('leaves no state without one', () => {
    const found = new Set(['362520', '605001', '682555'].flatMap(namesOfPin))
    for (let first = 110; first < 900; first += 1)
      for (const name of namesOfPin(`${first}001`)) found.add(name)
    expect(found.size).toBe(36)
  })
})

describe('the state of an address', () => {
  it.each([
    ['Kerala', '682001', null],
    ['KL', '682001', null],
    ['Kerala', '110001', 'PIN code 110001 is in Delhi, not in Kerala.'],
    ['Kerala', '160062', 'PIN code 160062 is in Punjab or Chandigarh, not in Kerala.'],
    ['Punjab', '160017', null],
    ['Kerala', '900056', null],
    ['Karnatka', '560001', '“Karnatka” is not a state or union territory of India.'],
  ])('%s fits PIN code %s, or: %s', (state, pincode, message) => {
    expect(stateProblem({ state, pincode })).toEqual(message === null ? null : { path: 'state', message })
  })

  it.each(['111111', '290001', '217001', '940001', '999999', '560001'])(
    'exists with PIN code %s only in a postal region',
    (pincode) => {
      const message = `PIN code ${pincode} does not exist.`
      const expected = pincode === '560001' ? null : { path: 'pincode', message }
      expect(stateProblem({ state: 'Karnataka', pincode })).toEqual(expected)
    },
  )
})
