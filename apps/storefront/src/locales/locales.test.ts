import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const CHECK = 'node_modules/@lingui/cli/dist/lingui-check.js'

const check = (...args: string[]) =>
  promisify(execFile)(process.execPath, [CHECK, ...args, '--workers', '1', '--verbose'])

test('the catalogues have the texts of the code: pnpm --dir apps/storefront messages puts them there', async () => {
  await expect(check('sync', '--clean')).resolves.toBeDefined()
})

test('every text is in every language', async () => {
  await expect(check('missing', '--mode', 'catalog')).resolves.toBeDefined()
})
