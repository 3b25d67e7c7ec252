// `npm test`: every check of the project, its own set-up included. `npm test -- --only lint,api` runs some.
// This file is read by whatever Node the machine has: newer syntax stays in the modules it imports.
if (Number(process.versions.node.split('.')[0]) < 18) {
  console.error(`Haat needs Node 18 or newer, and this is ${process.version}.`)
  process.exit(1)
} else {
  void import('./checks.mjs').then(({ runChecks }) => runChecks(process.argv.slice(2)))
}
