/** Hashes passwords at the lowest cost, which halves the time of the tests of logins. `password.test.ts` undoes it. */
import { hashing, PRODUCTION_COST } from '../src/features/auth/password.ts'

export const hashCheaply = (): void => void (hashing.cost = { memoryCost: 64, timeCost: 1, parallelism: 1 })
export const hashAsInProduction = (): void => void (hashing.cost = PRODUCTION_COST)

hashCheaply()
