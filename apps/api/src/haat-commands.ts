/** All commands of `haat`, by subject. */
import type { Command } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { registerBackup } from './merchant/backup/backup-command.ts'
import { registerCategories } from './acts/catalogue/categories-command.ts'
import { registerProducts, registerStockLow } from './acts/catalogue/products-command.ts'
import { registerUsers } from './acts/customers/users-command.ts'
import { registerDoctor, registerReindex } from './merchant/doctor/doctor-commands.ts'
import { registerExport } from './acts/exporting/export-command.ts'
import { registerImport, registerStockAndPrices } from './merchant/importing/import-commands.ts'
import { registerMedia } from './merchant/media/media-command.ts'
import { registerMove } from './merchant/moving/move-command.ts'
import { registerOrders } from './acts/orders/orders-command.ts'
import { registerPages } from './acts/pages/pages-command.ts'
import { registerPromotions } from './acts/promotions/promotions-commands.ts'
import { registerReports } from './acts/reports/report-command.ts'
import { registerSeed } from './merchant/seeding/seed-command.ts'
import { registerSynonyms } from './acts/search/synonyms-command.ts'
import { registerInit } from './merchant/setup/init-command.ts'
import { registerSettings } from './acts/settings/settings-command.ts'

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
