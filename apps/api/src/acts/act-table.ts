import type { AnyAct, InputOf, ReplyOf } from '@haat/contract/staff/act'
import type { Permission } from '@haat/contract/staff/permissions'
import type { Shop } from '../shop.ts'

/** Who acts: somebody of the staff at the desk, whoever may run commands on the server, or a job. */
export interface Who {
  via: 'desk' | 'cli' | 'job'
  /** Null on the command line. */
  staffId: number | null
  name: string
  /** The id of the session at the desk. */
  session?: number
  /** Null: all. */
  permissions: readonly Permission[] | null
  ip?: string
  requestId?: string
}

export const may = ({ permissions }: Who, needed: Permission): boolean =>
  permissions === null || permissions.includes(needed)

/** The functions of a group of acts: one that is left out does not compile. They throw Failures. */
export type ActTable<Group> = {
  [Name in keyof Group]: Group[Name] extends AnyAct
    ? (shop: Shop, input: InputOf<Group[Name]>, who: Who) => Promise<ReplyOf<Group[Name]>>
    : never
}
