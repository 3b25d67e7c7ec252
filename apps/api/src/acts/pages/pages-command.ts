/** `haat pages`. */
import type { Command } from 'commander'
import { readTextFile } from '../../merchant/arguments.ts'
import { addCommand } from '../../merchant/command.ts'
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
    columns: {
      Slug: ({ slug }) => slug,
      Title: ({ title }) => title,
      Address: ({ slug }) => `/pages/${slug}`,
    },
    json: true,
  })
  addCommand(pages, {
    name: 'get',
    description: 'print the text of a page',
    args: { '<slug>': 'such as terms' },
    help: 'Example:\n  haat pages get terms > terms.txt',
    run: (shop, _, slug) => getPage(shop, slug),
    text: ({ text }) => text,
    json: true,
  })
  addCommand(pages, {
    name: 'set',
    description: 'change a page, or add one',
    args: { '<slug>': 'such as shipping-policy', '<file>': 'its text, in UTF-8; - reads the standard input' },
    options: { '--title <text>': 'its title; a new page needs one' },
    help: SET_HELP,
    run: async (shop, { title }, slug, file) =>
      setPage(shop, { slug, title, text: await readTextFile(file) }),
    text: ({ page, added }) => `${added ? 'Added' : 'Changed'} the page /pages/${page.slug} (${page.title}).`,
  })
  addCommand(pages, {
    name: 'delete',
    description: 'delete one of your own pages',
    args: { '<slug>': 'such as shipping-policy' },
    help: 'Example:\n  haat pages delete shipping-policy',
    run: async (shop, _, slug) => {
      await removePage(shop, slug)
      return slug
    },
    text: (slug) => `Deleted the page ${slug}.`,
  })
}
