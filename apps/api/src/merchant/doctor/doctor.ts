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

/** What PostgreSQL refuses. Without its rights nothing else can be read. */
async function checkAccess({ db }: Shop): Promise<{ findings: Finding[]; isReadable: boolean }> {
  const problems = await db.accessProblems()
  return {
    findings: problems.map(({ what, remedy }) => ({ level: 'error', what: `${what}.`, remedy })),
    isReadable: !problems.some(({ isRight }) => isRight),
  }
}

/** Returns everything that needs attention, errors first. */
export async function checkShop(shop: Shop): Promise<Finding[]> {
  const { findings, isReadable } = await checkAccess(shop)
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
  const access = await checkAccess(shop)
  const settings = access.isReadable ? await readSettings(shop.db) : DEFAULT_SETTINGS
  const examined: Examined = { ...shop, settings, surroundings, isChecklist: true }
  const lines: ChecklistLine[] = []
  for (const [point, what] of Object.entries(POINTS)) {
    const found = point === 'shop' ? access.findings : []
    if (point !== 'shop' || access.isReadable)
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
