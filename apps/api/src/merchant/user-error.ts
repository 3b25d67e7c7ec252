import { Failure } from '../http/failure.ts'

/** What was typed, or a file, cannot be used. The message is one line: what is wrong and, where possible, what to do. */
export class UserError extends Failure {
  constructor(message: string) {
    super(400, message)
  }
}

export const serverRuns = (place: string): UserError =>
  new UserError(`A server is using ${place}. Stop it first.`)
