/** All commands of `haat`, by subject. */
import type { Command } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { registerActs } from './merchant/act-commands.ts'
import { registerBackup } from './merchant/backup/backup-command.ts'
import { registerDoctor, registerReindex } from './merchant/doctor/doctor-commands.ts'
import { registerImport, registerStockAndPrices } from './merchant/importing/import-commands.ts'
import { registerMedia } from './merchant/media/media-command.ts'
import { registerMove } from './merchant/moving/move-command.ts'
import { registerSeed } from './merchant/seeding/seed-command.ts'
import { registerInit } from './merchant/setup/init-command.ts'

/** In the order of the help. */
const COMMANDS = [
  registerInit,
  registerDoctor,
  registerImport,
  registerStockAndPrices,
  registerActs,
  registerBackup,
  registerMove,
  registerMedia,
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
