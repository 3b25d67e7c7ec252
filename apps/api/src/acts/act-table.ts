import type { AnyAct, InputOf, ReplyOf } from '@haat/contract/staff/act'
import type { Shop } from '../shop.ts'

/** The functions of a group of acts: one that is left out does not compile. They throw Failures. */
export type ActTable<Group> = {
  [Name in keyof Group]: Group[Name] extends AnyAct
    ? (shop: Shop, input: InputOf<Group[Name]>) => Promise<ReplyOf<Group[Name]>>
    : never
}
