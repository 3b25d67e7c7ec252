import type { AnyAct } from '@haat/contract/staff/act'
import { staffAudit } from '@haat/contract/staff/house'
import { useQueryClient } from '@tanstack/react-query'
import { toast } from '../ui/toast.ts'
import { call, type CallInput, type CallOptions, type CallReply, messageOf, send } from './client.ts'
import { refreshAll } from './queries.ts'
import { orToast } from './use-attempt.ts'

/** How long a message offers to undo, in ms. */
const UNDO_MS = 10_000

/** Carries out acts: says what was done with an Undo where there is one, and loads again what is shown. */
export function useActs() {
  const client = useQueryClient()

  const undo = async (entry: number): Promise<void> => {
    await orToast(async () => {
      const { kept } = await call(staffAudit.undo, { entry })
      toast('success', ['Undone.', ...kept].join(' '))
    })
    await refreshAll(client)
  }

  /** @throws CallError for a form to show */
  const sendAct = async <A extends AnyAct>(
    act: A,
    input: CallInput<A>,
    done: (reply: CallReply<A>) => string,
    options?: CallOptions,
  ): Promise<CallReply<A>> => {
    const { reply, entry } = await send(act, input, options)
    const { changed, refused } = Object(reply)
    const isRefused = changed?.length === 0 && refused?.length > 0
    const action =
      entry === null || act.undo === false || isRefused
        ? undefined
        : { label: 'Undo', onClick: () => void undo(entry) }
    toast(isRefused ? 'error' : 'success', done(reply), { duration: action && UNDO_MS, action })
    await refreshAll(client)
    return reply
  }

  /** Shows a failure as a message. @param then called when the act is done @returns whether it is */
  const run = async <A extends AnyAct>(
    act: A,
    input: CallInput<A>,
    done: (reply: CallReply<A>) => string,
    then?: () => void,
  ): Promise<boolean> => {
    try {
      await sendAct(act, input, done)
      then?.()
      return true
    } catch (error) {
      toast('error', messageOf(error))
      await refreshAll(client)
      return false
    }
  }

  return { send: sendAct, run }
}
