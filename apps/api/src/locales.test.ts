import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const CHECK = 'node_modules/@lingui/cli/dist/lingui-check.js'

const check = (...args: string[]) =>
  promisify(execFile)(process.execPath, [CHECK, ...args, '--workers', '1', '--verbose'])

it('has the texts of the code in its catalogues: pnpm --dir apps/api messages puts them there', async () => {
  await expect(check('sync', '--clean')).resolves.toBeDefined()
})

it('has every text in every language', async () => {
  await expect(check('missing', '--mode', 'catalog')).resolves.toBeDefined()
})
