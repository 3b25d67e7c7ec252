/** Looks for what is missing or wrong in a shop and its server. Changes nothing. */
import { readSettings } from '../../features/settings/settings.store.ts'
import type { Shop } from '../../shop.ts'
import { type Finding, realSurroundings, type Surroundings } from './check.ts'
import { SERVER_CHECKS } from './server-checks.ts'
import { SHOP_CHECKS } from './shop-checks.ts'

const CHECKS = Object.entries({ ...SERVER_CHECKS, ...SHOP_CHECKS })
/** The points of the checklist, in its order. */
const POINTS = [...new Set(CHECKS.map(([, { point }]) => point))]

/** What all checks find. */
async function examine(shop: Shop, surroundings: Surroundings, isChecklist: boolean) {
  const problems = await shop.db.problems()
  const examined = { ...shop, settings: await readSettings(shop.db), surroundings, problems, isChecklist }
  const findings: (Finding & { id: string; point: string })[] = []
  const used = CHECKS.filter(([, { isUsed }]) => isUsed(examined))
  for (const [id, { point, find }] of used)
    for (const finding of await find(examined)) findings.push({ id, point, ...finding })
  return { findings, points: used.map(([, { point }]) => point) }
}

/** Returns everything that needs attention, errors first. */
export async function checkShop(shop: Shop) {
  const { findings } = await examine(shop, realSurroundings, false)
  return findings.toSorted((a, b) => Number(a.level === 'warning') - Number(b.level === 'warning'))
}

export interface ChecklistLine {
  what: string
  /** `unused`: the shop does not have what the point is about. */
  level: 'ok' | 'error' | 'unused'
  /** What was found, and what to do, of an `error`. */
  details: string[]
}

/** Checks every point of the checklist of production, in its order. */
export async function checkProduction(
  shop: Shop,
  surroundings: Surroundings = realSurroundings,
): Promise<ChecklistLine[]> {
  const { findings, points } = await examine(shop, surroundings, true)
  return POINTS.map((what) => {
    const errors = findings.filter(({ point, level }) => point === what && level === 'error')
    const details = errors.map((error) => `${error.what} ${error.remedy}`)
    const level = details.length > 0 ? 'error' : points.includes(what) ? 'ok' : 'unused'
    return { what, level, details }
  })
}
