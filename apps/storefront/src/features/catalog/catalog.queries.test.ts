import type { Category } from '@haat/contract/catalog'
import { expect, it } from 'vitest'
import { inTree } from './catalog.queries.ts'

const category = (id: number, parent_id: number | null) => ({ id, parent_id }) as Category

it('puts a category after its own parent, whenever it was added', () => {
  const [grocery, spices, home, decor, rice, basmati] = [
    category(1, null),
    category(2, 1),
    category(3, null),
    category(4, 3),
    category(5, 1),
    category(6, 5),
  ]
  expect(inTree([grocery!, spices!, home!, decor!, rice!, basmati!])).toEqual([
    grocery,
    spices,
    rice,
    basmati,
    home,
    decor,
  ])
})
