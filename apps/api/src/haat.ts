/** The `haat` command. */
import { restrictNewFiles } from './data-folder.ts'
import { haatProgram } from './haat-commands.ts'
import { describeError } from './log.ts'
import { explainError } from './merchant/command.ts'

restrictNewFiles()
try {
  await haatProgram().parseAsync()
} catch (error) {
  const lines = explainError(error)
  if (lines === null) console.error(describeError(error))
  else for (const line of lines) console.error(`haat: ${line}`)
  process.exitCode = lines === null ? 1 : 2
}
