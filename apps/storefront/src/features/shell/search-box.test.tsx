import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { failWith, renderShop, useDemoShop } from '../../../test/render-shop.tsx'

useDemoShop()
beforeEach(() => localStorage.removeItem('recentSearches'))

const field = (): HTMLInputElement => screen.getByLabelText('Search products')
const option = (name: string | RegExp) => screen.findByRole('option', { name })
const heading = () => screen.findByRole('heading', { level: 1 })

/** Types into the search field of the home page, and waits until its list is there. */
async function type(text: string): Promise<void> {
  renderShop('/')
  await userEvent.type(field(), text)
  await screen.findAllByRole('option')
}

const activeText = (): string | null | undefined => {
  const id = field().getAttribute('aria-activedescendant')
  return id === null ? null : document.querySelector(`[id="${id}"]`)?.textContent
}

describe('suggestions', () => {
  it('are products with prices, categories and brands, in one call', async () => {
    const asked: string[] = []
    failWith((request) => {
      // Where typing is slow, what was typed until then is asked for too.
      if (/\/suggest.*=micr(&|$)/.test(request.url)) asked.push(request.url)
      return undefined
    })
    await type('micr')
    expect(await option(/Prayog Student Compound Microscope.*₹4,890/)).toBeDefined()
    const categories = screen.getByRole('group', { name: 'Categories' })
    expect(within(categories).getByRole('option').textContent).toBe('Lab Equipment')
    expect(asked).toHaveLength(1)
    expect(field().getAttribute('aria-expanded')).toBe('true')
    expect(field().getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id)
  })

  it('are chosen by the keyboard', async () => {
    await type('micr')
    await option(/Student/)
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(activeText()).toMatch(/Microscope/)
    await userEvent.keyboard('{ArrowUp}{ArrowUp}')
    expect(activeText()).toBeNull()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await waitFor(async () => expect((await heading()).textContent).toBe('Lab Equipment'))
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  it('are followed by Enter only right after the arrow keys have chosen one', async () => {
    await type('micr')
    await option(/Student/)
    await userEvent.hover(await option('Lab Equipment'))
    expect(activeText()).toBeNull()
    await userEvent.keyboard('{ArrowDown}')
    expect(activeText()).toBe('Lab Equipment')
    await userEvent.keyboard('o')
    expect(activeText()).toBeNull()
    await userEvent.keyboard('{ArrowDown}')
    expect(activeText()).not.toBeNull()
    await userEvent.tab()
    await userEvent.tab({ shift: true })
    expect(document.activeElement).toBe(field())
    expect(activeText()).toBeNull()
    await userEvent.keyboard('{Enter}')
    await waitFor(async () => expect((await heading()).textContent).toBe('Search Results for: micro'))
  })

  it('are forgotten once one is chosen: the next words are searched for', async () => {
    await type('micr')
    await option(/Student/)
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await waitFor(async () => expect((await heading()).textContent).toBe('Lab Equipment'))
    await userEvent.click(field())
    await screen.findAllByRole('option')
    await userEvent.keyboard('o{Enter}')
    await waitFor(async () => expect((await heading()).textContent).toBe('Search Results for: micro'))
  })

  it('belong to a combobox from the start', () => {
    renderShop('/')
    expect(screen.getByRole('combobox', { name: 'Search products', expanded: false })).toBe(field())
    expect(field().getAttribute('aria-controls')).toMatch(/./)
  })

  it('are chosen by a click', async () => {
    await type('stethos')
    await userEvent.click(await option(/Stethoscope/))
    await waitFor(async () => expect((await heading()).textContent).toBe('Nabz Dual-Head Stethoscope'))
  })

  it('close at Escape, which keeps what was typed; Enter without a choice searches', async () => {
    await type('micr')
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(field().value).toBe('micr')
    expect(field().getAttribute('aria-expanded')).toBe('false')
    await userEvent.keyboard('{Enter}')
    await waitFor(async () => expect((await heading()).textContent).toBe('Search Results for: micr'))
  })

  it('begin with the last searches of this device, which can be cleared', async () => {
    await type('micr')
    await userEvent.keyboard('{Enter}')
    await waitFor(async () => expect((await heading()).textContent).toBe('Search Results for: micr'))
    await userEvent.clear(field())
    await userEvent.click(field())
    const recent = await screen.findByRole('group', { name: 'Recent searches' })
    expect(within(recent).getByRole('option').textContent).toBe('micr')
    await userEvent.click(screen.getByRole('button', { name: 'Clear recent searches' }))
    expect(screen.queryByRole('group', { name: 'Recent searches' })).toBeNull()
    expect(localStorage.getItem('recentSearches')).toBeNull()
  })

  it('begin with the largest categories for somebody who has never searched', async () => {
    renderShop('/')
    await userEvent.click(field())
    const categories = await screen.findByRole('group', { name: 'Categories' })
    expect(within(categories).getAllByRole('option')[0]!.textContent).toBe('Industrial Supplies')
    expect(screen.queryByRole('button', { name: 'Clear recent searches' })).toBeNull()
    await userEvent.click(await option('Lab Equipment'))
    await waitFor(async () => expect((await heading()).textContent).toBe('Lab Equipment'))
  })
})

describe('search results', () => {
  it('name the words that a misspelt search was taken for', async () => {
    renderShop('/search-results?query=lantren')
    const link = await screen.findByRole('link', { name: 'lantern' })
    expect(link.getAttribute('href')).toBe('/search-results?query=lantern')
    await screen.findByText('1 result')
  })
})
