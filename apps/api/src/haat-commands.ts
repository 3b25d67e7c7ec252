/** All commands of `haat`, by subject. */
import type { Command } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { registerBackup } from './merchant/backup/backup-command.ts'
import { registerCategories } from './merchant/catalogue/categories-command.ts'
import { registerProducts, registerStockLow } from './merchant/catalogue/products-command.ts'
import { registerUsers } from './merchant/customers/users-command.ts'
import { registerDoctor, registerReindex } from './merchant/doctor/doctor-commands.ts'
import { registerExport } from './merchant/exporting/export-command.ts'
import { registerImport, registerStockAndPrices } from './merchant/importing/import-commands.ts'
import { registerMedia } from './merchant/media/media-command.ts'
import { registerMove } from './merchant/moving/move-command.ts'
import { registerOrders } from './merchant/orders/orders-command.ts'
import { registerPages } from './merchant/pages/pages-command.ts'
import { registerPromotions } from './merchant/promotions/promotions-commands.ts'
import { registerReports } from './merchant/reports/report-command.ts'
import { registerSeed } from './merchant/seeding/seed-command.ts'
import { registerSynonyms } from './merchant/search/synonyms-command.ts'
import { registerInit } from './merchant/setup/init-command.ts'
import { registerSettings } from './merchant/setup/settings-command.ts'

/** In the order of the help. */
const COMMANDS = [
  registerInit,
  registerSettings,
  registerDoctor,
  registerImport,
  registerStockAndPrices,
  registerStockLow,
  registerProducts,
  registerCategories,
  registerPages,
  registerExport,
  registerOrders,
  registerReports,
  registerPromotions,
  registerUsers,
  registerBackup,
  registerMove,
  registerMedia,
  registerSynonyms,
  registerReindex,
  registerSeed,
]

/** Adds all commands to a program, which is then ready to parse arguments. */
export function haatProgram(program: Command): Command {
  program
    .description("Manages the shop in the folder DATA_DIR (without it: data, in the project's folder).")
    .version(manifest.version)
    .showHelpAfterError('To see how it is used, add --help.')
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'haat: ')) })
  for (const register of COMMANDS) register(program)
  return program
}
