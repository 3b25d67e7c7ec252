#!/usr/bin/env node
// `./haat`, `npx haat`: the shop's commands, from any folder, on the project's own Node.
// Any version of Node must be able to parse this file. Newer syntax is only in the modules that it imports.
if (Number(process.versions.node.split('.')[0]) < 18) {
  console.error(`Haat needs Node 18 or newer, and this is ${process.version}.`)
  process.exit(1)
} else {
  void import('./haat-command.mjs').then(({ runHaat }) => runHaat(process.argv.slice(2)))
}
