/** The `haat` command: one file per subject registers its commands here. */
import { Command } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import { explainError } from './command.ts'
import { registerBackup } from './backup/backup-command.ts'
import { registerPromotions } from './promotions/promotions-commands.ts'
import { registerDoctor } from './doctor/doctor-command.ts'
import { registerExport } from './exporting/export-command.ts'
import { registerImport, registerStockAndPrices } from './importing/import-commands.ts'
import { registerInit } from './setup/init-command.ts'
import { registerOrders } from './orders/orders-command.ts'
import { registerSeed } from './seeding/seed-command.ts'
import { registerSettings } from './setup/settings-command.ts'
import { registerUsers } from './customers/users-command.ts'

const program = new Command('haat')
  .description('Runs the shop from a terminal. Works on the data folder named by DATA_DIR (default ./data).')
  .version(manifest.version)
  .showHelpAfterError('(add --help for usage)')

registerBackup(program)
registerPromotions(program)
registerDoctor(program)
registerExport(program)
registerImport(program)
registerInit(program)
registerOrders(program)
registerSeed(program)
registerSettings(program)
registerStockAndPrices(program)
registerUsers(program)

try {
  await program.parseAsync()
} catch (error) {
  const lines = explainError(error)
  if (lines === null) console.error(error)
  else for (const line of lines) console.error(`haat: ${line}`)
  process.exitCode = lines === null ? 1 : 2
}
