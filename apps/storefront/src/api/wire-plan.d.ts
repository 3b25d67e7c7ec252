declare module 'virtual:wire-plan' {
  /** Every endpoint of the contract, compiled while the storefront is built. */
  export const contract: import('./contract.ts').PlannedContract
}
