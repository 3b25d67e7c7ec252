/** Looks for what is missing or wrong in a shop and its server. Changes nothing. */
import { readSettings } from '../../features/settings/settings.store.ts'
import type { Shop } from '../../shop.ts'
import type { Finding } from './check.ts'
import { SERVER_CHECKS } from './server-checks.ts'
import { SHOP_CHECKS } from './shop-checks.ts'
import { realSurroundings, type Surroundings } from './surroundings.ts'

const CHECKS = Object.entries({ ...SERVER_CHECKS, ...SHOP_CHECKS })
/** The points of the checklist, in its order. */
const POINTS = [...new Set(CHECKS.map(([, { point }]) => point))]

interface CheckFinding extends Finding {
  /** Of the check. */
  id: string
  point: string
}

/** What all checks find. */
async function examine(shop: Shop, surroundings: Surroundings, isChecklist: boolean) {
  const problems = await shop.db.problems()
  const examined = { ...shop, settings: await readSettings(shop.db), surroundings, problems, isChecklist }
  const findings: CheckFinding[] = []
  for (const [id, { point, find }] of CHECKS)
    for (const finding of await find(examined)) findings.push({ id, point, ...finding })
  return findings
}

/** Returns everything that needs attention, errors first. */
export async function checkShop(shop: Shop): Promise<CheckFinding[]> {
  const findings = await examine(shop, realSurroundings, false)
  return findings.toSorted((a, b) => Number(a.level === 'warning') - Number(b.level === 'warning'))
}

export interface ChecklistLine {
  what: string
  level: 'ok' | 'error'
  /** What was found, and what to do. Empty for `ok`. */
  details: string[]
}

/** Checks every point of the checklist of production, in its order. */
export async function checkProduction(
  shop: Shop,
  surroundings: Surroundings = realSurroundings,
): Promise<ChecklistLine[]> {
  const findings = await examine(shop, surroundings, true)
  return POINTS.map((what) => {
    const errors = findings.filter(({ point, level }) => point === what && level === 'error')
    const details = errors.map((error) => `${error.what} ${error.remedy}`)
    return { what, level: details.length === 0 ? 'ok' : 'error', details }
  })
}
