// `npm start`: from a fresh clone, or any later state of it, to a served shop.
// Any version of Node must be able to parse this file. Newer syntax is only in the modules that it imports.
if (Number(process.versions.node.split('.')[0]) < 18) {
  console.error(`Haat needs Node 18 or newer, and this is ${process.version}.`)
  process.exit(1)
} else {
  void import('./serve.mjs').then(({ serve }) => serve(process.argv.slice(2)))
}
