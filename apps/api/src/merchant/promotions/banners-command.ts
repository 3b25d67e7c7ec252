/** `haat banners`: create, end, list. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import { endBanner, findBannersOfMerchant, insertBanner } from '../../features/banners/banners.store.ts'
import { pictureUrl } from '../../features/media/media-urls.ts'
import type { Shop } from '../../shop.ts'
import { parseId, print, table, withShop } from '../command.ts'
import { UserError } from '../user-error.ts'

interface Options {
  name: string
  link?: string
  json?: boolean
}

export function registerBanners(program: Command): void {
  const banners = program
    .command('banners')
    .description('create, end and list the banners of the shop window')
  banners
    .command('create')
    .argument('<picture>', 'PNG, JPEG, WebP or AVIF, best 1920 × 640')
    .requiredOption('--name <text>', 'what it says, for those who do not see it')
    .option('--link <address>', 'where a click leads: /deals, /category-page?category=3, https://…')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  haat banners create diwali.jpg --name "Diwali week" --link /deals')
    .action(async (picture: string, options: Options) => {
      const made = await withShop((shop) => create(shop, picture, options))
      print(made, options.json, ({ id, banner_name }) => `Banner ${id}: ${banner_name}.`)
    })
  banners
    .command('end')
    .argument('<banner>', 'its number')
    .addHelpText('after', '\nExample:\n  haat banners end 2')
    .action(async (banner: string) => {
      const id = parseId(banner, 'banner')
      const ended = await withShop(({ db }) => db.transaction((tx) => endBanner(tx, id)))
      if (!ended) throw new UserError(`There is no banner ${id} that is shown.`)
      console.log(`Banner ${id} is no longer shown.`)
    })
  banners
    .command('list')
    .option('--json', 'print JSON')
    .action(async ({ json }: Options) => {
      print(await withShop(({ db }) => findBannersOfMerchant(db)), json, (rows) =>
        rows.length === 0
          ? 'No banners.'
          : table(
              ['Banner', 'Shown', 'Name', 'Link'],
              rows.map((row) => [
                String(row.id),
                row.is_active ? 'yes' : 'no',
                row.banner_name,
                row.link ?? '',
              ]),
            ),
      )
    })
}

async function create({ db, config }: Shop, picture: string, { name, link }: Options) {
  if (link !== undefined && !/^(\/(?!\/)|https?:\/\/)[^\s\\]*$/.test(link))
    throw new UserError('--link must be an address of the shop such as /deals, or https://…')
  const banner_name = name.trim()
  if (banner_name === '' || banner_name.length > 200)
    throw new UserError('--name must have 1 to 200 characters.')
  const bytes = await readFile(picture).catch(() => {
    throw new UserError(`${picture} cannot be read.`)
  })
  // Pictures need a large library, which the other commands do without.
  const { pictureName, storePicture } = await import('../importing/pictures/store-media.ts')
  const { PictureRejected } = await import('../importing/pictures/picture-sources.ts')
  const base = pictureName('i', bytes)
  await storePicture(join(config.dataDir, 'media'), base, bytes).catch((error: unknown) => {
    throw error instanceof PictureRejected ? new UserError(`${picture}: ${error.message}.`) : error
  })
  const banner = { banner_name, banner_image: pictureUrl(base), link: link ?? null }
  return { id: await db.transaction((tx) => insertBanner(tx, banner)), ...banner }
}
