import type { Contract } from '@haat/contract'
import type { Endpoint } from '@haat/contract/endpoint'
import type { EndpointPlan } from './wire.ts'

/** An endpoint's plan that remembers, for the type checker only, which endpoint it came from. */
export type Planned<E extends Endpoint> = EndpointPlan & { readonly endpoint?: E }

/**
 * What `virtual:wire-plan` exports.
 *
 * @public
 */
export type PlannedContract = {
  [Group in keyof Contract]: {
    [Name in keyof Contract[Group]]: Contract[Group][Name] extends Endpoint
      ? Planned<Contract[Group][Name]>
      : never
  }
}

export { contract } from 'virtual:wire-plan'
