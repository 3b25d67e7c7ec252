declare module 'virtual:wire-plan' {
  /** Every endpoint of the contract, compiled during the build. */
  export const contract: import('./wire.ts').PlannedContract
  /** The data that failures carry, by their codes. */
  export const failurePlans: Record<string, import('./wire.ts').WirePlan>
}
