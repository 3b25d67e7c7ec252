import { expect, it } from 'vitest'
import { inLanguage, keepLanguage, languageFor } from './language.ts'

const ALL = ['en', 'hi', 'ta'] as const

it.each([
  ['/', {}, 'en'],
  ['/', { 'accept-language': 'hi-IN,hi;q=0.9,en;q=0.8' }, 'hi'],
  ['/', { 'accept-language': 'en-IN,en;q=0.9,ta;q=0.8' }, 'en'],
  ['/', { 'accept-language': 'mr-IN,ta;q=0.5,en;q=0.4' }, 'ta'],
  ['/', { 'accept-language': 'fr,*;q=0.1' }, 'en'],
  ['/', { 'accept-language': 'hi', cookie: 'a=1; language=ta' }, 'ta'],
  ['/', { 'accept-language': 'hi', cookie: 'language=xx' }, 'hi'],
  ['/products?page=2&lang=ta', { 'accept-language': 'hi', cookie: 'language=en' }, 'ta'],
  ['/?lang=__proto__', { 'accept-language': ';;=,' }, 'en'],
])('%s with %j is in %s', (url, headers, language) => {
  expect(languageFor({ url, headers })(ALL)).toBe(language)
})

it('is one that the shop offers', () => {
  const choose = languageFor({ url: '/?lang=hi', headers: { cookie: 'language=ta' } })
  expect([choose(['en']), choose(['en', 'ta']), choose(['ta'])]).toEqual(['en', 'ta', 'ta'])
})

it('is that of the document', () => {
  expect(inLanguage('<!doctype html><html lang="en-IN">', 'hi')).toBe('<!doctype html><html lang="hi-IN">')
})

it('keeps the language of a page that its calls would not be answered in', () => {
  const cookieOf = (headers: Record<string, string>, language: 'en' | 'hi') =>
    keepLanguage({ headers }, language)['set-cookie']
  expect(cookieOf({}, 'hi')).toMatch(/^language=hi; .*Path=\/;/)
  expect(cookieOf({ cookie: 'language=ta' }, 'hi')).toMatch(/^language=hi;/)
  // The shop does not offer what the browser prefers.
  expect(cookieOf({ 'accept-language': 'ta' }, 'en')).toMatch(/^language=en;/)
  expect(cookieOf({ 'accept-language': 'hi' }, 'hi')).toBeUndefined()
  expect(cookieOf({ cookie: 'language=hi' }, 'hi')).toBeUndefined()
})
