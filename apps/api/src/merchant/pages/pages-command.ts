/** `haat pages`. */
import { readFile } from 'node:fs/promises'
import { text as readText } from 'node:stream/consumers'
import type { Command } from 'commander'
import { addCommand, table } from '../command.ts'
import { UserError } from '../user-error.ts'
import { getPage, listPages, removePage, setPage } from './pages.ts'

const SET_HELP = `Put an empty line between paragraphs. A line that begins with "## " is a heading.

Examples:
  haat pages set terms terms.txt
  haat pages set shipping-policy shipping.txt --title "Shipping Policy"
  haat pages set about - < about.txt`

export function registerPages(program: Command): void {
  const pages = program
    .command('pages')
    .description('list and change the text pages that the footer links to')
  addCommand(pages, {
    name: 'list',
    description: 'list all pages',
    run: (shop) => listPages(shop),
    text: (rows) =>
      table(
        ['Slug', 'Title', 'Address'],
        rows.map(({ slug, title }) => [slug, title, `/pages/${slug}`]),
      ),
  })
  addCommand(pages, {
    name: 'get',
    description: 'print the text of a page',
    args: { '<slug>': 'such as terms' },
    help: 'Example:\n  haat pages get terms > terms.txt',
    run: (shop, _, slug) => getPage(shop, slug),
    text: ({ text }) => text,
  })
  addCommand(pages, {
    name: 'set',
    description: 'change a page, or add one',
    args: { '<slug>': 'such as shipping-policy', '<file>': 'its text, in UTF-8; - reads the standard input' },
    options: { '--title <text>': 'its title; a new page needs one' },
    help: SET_HELP,
    run: async (shop, { title }, slug, file) =>
      setPage(shop, { slug, title, text: await readPageText(file) }),
    text: ({ page, added }) => `${added ? 'Added' : 'Changed'} the page /pages/${page.slug} (${page.title}).`,
    json: ({ page }) => page,
  })
  addCommand(pages, {
    name: 'delete',
    description: 'delete one of your own pages',
    args: { '<slug>': 'such as shipping-policy' },
    help: 'Example:\n  haat pages delete shipping-policy',
    run: async (shop, _, slug) => {
      await removePage(shop, slug)
      return { slug }
    },
    text: ({ slug }) => `Deleted the page ${slug}.`,
  })
}

const readPageText = (file: string): Promise<string> =>
  file === '-'
    ? readText(process.stdin)
    : readFile(file, 'utf8').catch(() => {
        throw new UserError(`${file} cannot be read.`)
      })
