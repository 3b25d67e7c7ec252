import { describe, expect, it } from 'vitest'
import { shippingOf } from './shipping-address.ts'

describe('shippingOf', () => {
  const home = {
    full_name: 'Asha Rao',
    phone: '9876543210',
    address_line1: '12 MG Road',
    address_line2: 'Flat 3',
    city: 'Bengaluru',
    state: 'Karnataka',
    country: 'India',
    pincode: '560001',
  }
  const customer = { name: 'Ravi', phone: '9123456780' }
  const defaults = { default_country: 'Bharat', placeholder_phone: '0000000000' }

  it('names the customer, or nobody, where emoji are all of a name', () => {
    const nameOf = (full_name: string, name: string) =>
      shippingOf({ ...home, full_name }, { ...customer, name }, defaults).shipping_name
    expect(nameOf('🎉🎉', 'Ravi')).toBe('Ravi')
    expect(nameOf('🎉🎉', '🦄')).toBe('Customer')
    expect(nameOf('आशा 🎉', 'Ravi')).toBe('आशा 🎉')
  })

  it('copies the address', () => {
    expect(shippingOf(home, customer, defaults)).toEqual({
      shipping_name: 'Asha Rao',
      shipping_phone: '9876543210',
      shipping_street: '12 MG Road, Flat 3',
      shipping_city: 'Bengaluru',
      shipping_state: 'Karnataka',
      shipping_zip: '560001',
      shipping_country: 'India',
    })
  })

  it('fills what it lacks from the profile, and then from the settings', () => {
    const bare = { ...home, full_name: '', phone: '', address_line2: null, country: '' }
    const street = { shipping_street: '12 MG Road', shipping_country: 'Bharat' }
    expect(shippingOf(bare, customer, defaults)).toMatchObject({
      ...street,
      shipping_name: 'Ravi',
      shipping_phone: '9123456780',
    })
    expect(shippingOf(bare, undefined, defaults)).toMatchObject({
      ...street,
      shipping_name: 'Customer',
      shipping_phone: '0000000000',
    })
  })
})
