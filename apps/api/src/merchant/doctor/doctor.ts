/** Checks whether a shop is complete, secure and meets the legal requirements. Changes nothing. */
import { isUnavailable } from '../../db/errors.ts'
import { DEFAULT_SETTINGS } from '../../features/settings/default-settings.ts'
import { readSettings } from '../../features/settings/settings.store.ts'
import type { Shop } from '../../shop.ts'
import { type Check, type Examined, type Finding, POINTS } from './check.ts'
import { SERVER_CHECKS } from './server-checks.ts'
import { SHOP_CHECKS } from './shop-checks.ts'
import { realSurroundings, type Surroundings } from './surroundings.ts'

const CHECKS = [...SERVER_CHECKS, ...SHOP_CHECKS]

/** What PostgreSQL refuses, by the point that it concerns. Without its rights nothing else can be read. */
async function checkDatabase({ db }: Shop) {
  const problems = await db.problems()
  const findings = problems.map(({ about, what, remedy }) => ({
    point: about === 'durability' || about === 'replica' ? about : 'shop',
    finding: { level: 'error', what: `${what}.`, remedy } satisfies Finding,
  }))
  return {
    findingsOf: (wanted: string): Finding[] =>
      findings.filter(({ point }) => point === wanted).map(({ finding }) => finding),
    isReadable: !problems.some(({ about }) => about === 'rights'),
  }
}

/** Returns everything that needs attention, errors first. */
export async function checkShop(shop: Shop): Promise<Finding[]> {
  const { findingsOf, isReadable } = await checkDatabase(shop)
  const findings = findingsOf('shop')
  if (!isReadable) return findings
  const settings = await readSettings(shop.db)
  const examined: Examined = { ...shop, settings, surroundings: realSurroundings, isChecklist: false }
  for (const { find } of CHECKS.filter(({ isOnlyForProduction }) => !isOnlyForProduction))
    findings.push(...(await find(examined)))
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
  const { findingsOf, isReadable } = await checkDatabase(shop)
  const settings = isReadable ? await readSettings(shop.db) : DEFAULT_SETTINGS
  const examined: Examined = { ...shop, settings, surroundings, isChecklist: true }
  const lines: ChecklistLine[] = []
  for (const [point, what] of Object.entries(POINTS)) {
    const found = findingsOf(point)
    if (point !== 'shop' || isReadable)
      found.push(
        ...(await findAll(
          CHECKS.filter((check) => check.point === point),
          examined,
        )),
      )
    const details = found.filter(({ level }) => level === 'error').map((one) => `${one.what} ${one.remedy}`)
    lines.push({ what, level: details.length === 0 ? 'ok' : 'error', details })
  }
  return lines
}

const UNCHECKED: Finding = {
  level: 'error',
  what: 'The database did not let it be checked.',
  remedy: 'Correct what the last line names, and try again.',
}

async function findAll(checks: Check[], shop: Examined): Promise<Finding[]> {
  const findings: Finding[] = []
  try {
    for (const { find } of checks) findings.push(...(await find(shop)))
    return findings
  } catch (error) {
    if (isUnavailable(error)) return [UNCHECKED]
    throw error
  }
}
