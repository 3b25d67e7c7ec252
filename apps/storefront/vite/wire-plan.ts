import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'
import type { Plugin } from 'vite'
import type * as PlanContract from './plan-contract.ts'

const NAME = 'virtual:wire-plan'
const planContract = fileURLToPath(new URL('plan-contract.ts', import.meta.url))

/**
 * Compiles the contract to method, path and access of each endpoint and the positions of paise, booleans and Dates. The
 * bundle contains neither the schemas nor zod.
 */
export function wirePlan(): Plugin {
  return {
    name: 'haat:wire-plan',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    async load(id) {
      if (id !== `\0${NAME}`) return undefined
      const { module, dependencies } = await runnerImport<typeof PlanContract>(planContract)
      for (const file of dependencies) this.addWatchFile(file)
      const { plans, failurePlans } = module
      return `export const contract = ${JSON.stringify(plans)}
export const failurePlans = ${JSON.stringify(failurePlans)}`
    },
  }
}
