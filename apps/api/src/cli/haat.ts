/** The `haat` command: one file per subject registers its commands here. */
import { Command } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import { explainError } from './command.ts'
import { registerBackup } from './backup.ts'
import { registerBanners } from './banners.ts'
import { registerCoupons } from './coupons.ts'
import { registerDeals } from './deals.ts'
import { registerDoctor } from './doctor.ts'
import { registerExport } from './export.ts'
import { registerImport } from './import.ts'
import { registerInit } from './init.ts'
import { registerOrders } from './orders.ts'
import { registerSeed } from './seed.ts'
import { registerSettings } from './settings.ts'
import { registerStockAndPrices } from './stock-and-prices.ts'
import { registerUsers } from './users.ts'

const program = new Command('haat')
  .description('Runs the shop from a terminal. Works on the data folder named by DATA_DIR (default ./data).')
  .version(manifest.version)
  .showHelpAfterError('(add --help for usage)')

registerBackup(program)
registerBanners(program)
registerCoupons(program)
registerDeals(program)
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
