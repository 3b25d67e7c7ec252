import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'
import type { Plugin } from 'vite'
import type * as PlanContract from './plan-contract.ts'

const NAME = 'virtual:wire-plan'
const planContract = fileURLToPath(new URL('plan-contract.ts', import.meta.url))

/**
 * Compiles the contract to what the browser needs of it: method, path and access of each endpoint, and the places of
 * paise, booleans and Dates. The schemas and zod stay out of the bundle.
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
