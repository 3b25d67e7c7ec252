/** `haat pages`. */
import { readFile } from 'node:fs/promises'
import { text as readText } from 'node:stream/consumers'
import type { Command } from 'commander'
import { print, table, withShop } from '../command.ts'
import { UserError } from '../user-error.ts'
import { getPage, listPages, removePage, setPage } from './pages.ts'

const SET_HELP = `
Put an empty line between paragraphs. A line that begins with "## " is a heading.

Examples:
  haat pages set terms terms.txt
  haat pages set shipping-policy shipping.txt --title "Shipping Policy"
  haat pages set about - < about.txt`

interface JsonOption {
  json?: boolean
}

export function registerPages(program: Command): void {
  const pages = program
    .command('pages')
    .description('list and change the text pages that the footer links to')
  pages
    .command('list')
    .description('list all pages')
    .option('--json', 'print JSON')
    .action(async ({ json }: JsonOption) => {
      print(await withShop(({ db }) => listPages(db)), json, (rows) =>
        table(
          ['Slug', 'Title', 'Address'],
          rows.map(({ slug, title }) => [slug, title, `/pages/${slug}`]),
        ),
      )
    })
  pages
    .command('get')
    .description('print the text of a page')
    .argument('<slug>', 'such as terms')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  haat pages get terms > terms.txt')
    .action(async (slug: string, { json }: JsonOption) => {
      print(await withShop(({ db }) => getPage(db, slug)), json, ({ text }) => text)
    })
  pages
    .command('set')
    .description('change a page, or add one')
    .argument('<slug>', 'such as shipping-policy')
    .argument('<file>', 'its text, in UTF-8; - reads the standard input')
    .option('--title <text>', 'its title; a new page needs one')
    .option('--json', 'print JSON')
    .addHelpText('after', SET_HELP)
    .action(async (slug: string, file: string, { title, json }: JsonOption & { title?: string }) => {
      const text = await readPageText(file)
      const { page, added } = await withShop((shop) => setPage(shop, { slug, title, text }))
      print(page, json, () => `${added ? 'Added' : 'Changed'} the page /pages/${page.slug} (${page.title}).`)
    })
  pages
    .command('delete')
    .description('delete one of your own pages')
    .argument('<slug>', 'such as shipping-policy')
    .addHelpText('after', '\nExample:\n  haat pages delete shipping-policy')
    .action(async (slug: string) => {
      await withShop((shop) => removePage(shop, slug))
      console.log(`Deleted the page ${slug}.`)
    })
}

const readPageText = (file: string): Promise<string> =>
  file === '-'
    ? readText(process.stdin)
    : readFile(file, 'utf8').catch(() => {
        throw new UserError(`${file} cannot be read.`)
      })
