#!/usr/bin/env node
// The part of curl that docs/qa.md uses, for machines without it: -s, -X, -H, -d and -o.
import { writeFileSync } from 'node:fs'

const { argv, exit, stdout } = process
const headers = new Headers()
let [url, method, body, output] = ['', undefined, undefined, undefined]
const words = argv.slice(2)
while (words.length > 0) {
  const word = words.shift()
  if (word === '-X') method = words.shift()
  else if (word === '-d') body = words.shift()
  else if (word === '-o') output = words.shift()
  else if (word === '-H') {
    const [, name, value] = /^([^:]+):\s*(.*)$/.exec(words.shift())
    headers.set(name, value)
  } else if (word !== '-s') url = word.includes('://') ? word : `http://${word}`
}
if (body !== undefined && !headers.has('content-type'))
  headers.set('content-type', 'application/x-www-form-urlencoded')
method ??= body === undefined ? 'GET' : 'POST'
const reply = await fetch(url, { method, headers, body, redirect: 'manual' }).catch(() => exit(7))
const text = await reply.text()
if (output === undefined) stdout.write(text)
else writeFileSync(output, text)
