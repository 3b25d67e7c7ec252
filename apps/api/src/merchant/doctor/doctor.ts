/** Checks whether a shop is complete, secure and meets the legal requirements. Changes nothing. */
import { readSettings } from '../../features/settings/settings.store.ts'
import type { Shop } from '../../shop.ts'
import { type Finding, SHOP } from './check.ts'
import { SERVER_CHECKS } from './server-checks.ts'
import { SHOP_CHECKS } from './shop-checks.ts'
import { realSurroundings, type Surroundings } from './surroundings.ts'

const CHECKS = [...SERVER_CHECKS, ...SHOP_CHECKS]
/** The points of the checklist, in its order. */
const POINTS = [...new Set(CHECKS.map(({ point }) => point))]

/** The findings of each point. Without its rights on the database, nothing but them can be checked. */
async function examine(
  shop: Shop,
  surroundings: Surroundings,
  isChecklist: boolean,
): Promise<Map<string, Finding[]>> {
  const problems = await shop.db.problems()
  if (problems.some(({ about }) => about === 'rights')) {
    const access = problems.filter(({ about }) => about === 'rights' || about === 'connections')
    return new Map([[SHOP, access.map(({ what, remedy }) => ({ level: 'error', what: `${what}.`, remedy }))]])
  }
  const settings = await readSettings(shop.db)
  const examined = { ...shop, settings, surroundings, problems, isChecklist }
  const findings = new Map<string, Finding[]>()
  for (const { point, find } of CHECKS)
    findings.set(point, [...(findings.get(point) ?? []), ...(await find(examined))])
  return findings
}

/** Returns everything that needs attention, errors first. */
export async function checkShop(shop: Shop): Promise<Finding[]> {
  const findings = [...(await examine(shop, realSurroundings, false)).values()].flat()
  return findings.toSorted((a, b) => Number(a.level === 'warning') - Number(b.level === 'warning'))
}

export interface ChecklistLine {
  what: string
  level: 'ok' | 'error'
  /** What was found, and what to do. Empty for `ok`. */
  details: string[]
}

const UNCHECKED = 'The database does not let it be checked. Correct what the last line names, and try again.'

/** Checks every point of the checklist of production, in its order. */
export async function checkProduction(
  shop: Shop,
  surroundings: Surroundings = realSurroundings,
): Promise<ChecklistLine[]> {
  const findings = await examine(shop, surroundings, true)
  return POINTS.map((what) => {
    const errors = findings.get(what)?.filter(({ level }) => level === 'error')
    const details = errors?.map((error) => `${error.what} ${error.remedy}`) ?? [UNCHECKED]
    return { what, level: details.length === 0 ? 'ok' : 'error', details }
  })
}
