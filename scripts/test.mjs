// `npm test`: every check of the project, set-up included. `npm test -- --only lint,api` runs some.
// Any version of Node must be able to parse this file. Newer syntax is only in the modules that it imports.
if (Number(process.versions.node.split('.')[0]) < 18) {
  console.error(`Haat needs Node 18 or newer, and this is ${process.version}.`)
  process.exit(1)
} else {
  void import('./checks.mjs').then(({ runChecks }) => runChecks(process.argv.slice(2)))
}
