/** The `haat` command. */
import { Command } from 'commander'
import { restrictNewFiles } from './data-folder.ts'
import { haatProgram } from './haat-commands.ts'
import { describeError } from './log.ts'
import { explainError } from './merchant/command.ts'

/** A command line that cannot be parsed is the caller's mistake, as a UserError is. */
const program = new Command('haat').exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))

restrictNewFiles()
try {
  await haatProgram(program).parseAsync()
} catch (error) {
  const lines = explainError(error)
  if (lines === null) console.error(describeError(error))
  else for (const line of lines) console.error(`haat: ${line}`)
  process.exitCode = lines === null ? 1 : 2
}
