declare module 'virtual:wire-plan' {
  /** Every endpoint of the contract, compiled during the build. */
  export const contract: import('./wire.ts').PlannedContract
}
