import { describe, expect, it } from 'vitest'
import type { AnyAct } from './act.ts'
import { staff } from './index.ts'
import { PERMISSIONS } from './permissions.ts'

const acts = Object.entries(staff).flatMap(([group, all]) =>
  Object.entries<AnyAct>(all).map(([name, act]) => ({ id: `${group}.${name}`, act })),
)

describe('the acts of the staff', () => {
  it('have routes and commands of their own', () => {
    for (const one of ['route', 'command'] as const) {
      const shapes = acts.flatMap(
        ({ act }) => act[one]?.replaceAll(/\{\w+\}/g, '{}').replace(/ [<[].*/, '') ?? [],
      )
      expect(shapes.filter((shape, at) => shapes.indexOf(shape) !== at)).toEqual([])
    }
  })

  it.each(acts)('$id is well-formed', ({ act: { route, command, input, summary, permission } }) => {
    expect(route).toMatch(/^(GET|POST|PATCH|DELETE) \/api\/desk(\/([a-z-]+|\{\w+\}))+$/)
    expect(command ?? 'none').toMatch(/^[a-z]+( [a-z-]+)?( (<\w+(\.\.\.)?>|\[\w+(\.\.\.)?\]))*$/)
    expect(summary).toMatch(/^[^\n]+[^.]$/)
    for (const one of [permission].flat()) expect([...PERMISSIONS, 'own']).toContain(one)
    const named = `${route} ${command}`.matchAll(/[{<[](\w+)/g)
    for (const [, field = ''] of named) expect([field, field in input]).toEqual([field, true])
  })

  it('use each permission', () => {
    const used = new Set(acts.flatMap(({ act }) => act.permission))
    expect(PERMISSIONS.filter((one) => !used.has(one))).toEqual([])
  })
})
