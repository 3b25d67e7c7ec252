import type { DemoMedia, DemoPicture, DemoProduct, DemoVariant } from '../shape.ts'
import { lying } from '../pictures/poses.ts'
import { swatches } from '../pictures/swatches.ts'
import { kebab, type Item, type Option, type Shelf } from './item.ts'

type Look = DemoPicture['look']

const captions: Record<Look, string> = {
  front: '',
  angle: ', seen from the side',
  detail: ', close up',
  scene: ' with what goes along with it',
  set: ', several together',
  pack: ' beside its carton',
  tagged: '',
  category: '',
  banner: '',
}

interface Shot {
  item: Item
  shelf: Shelf
  slug: string
  option?: Option
}

function image({ item, shelf, slug, option }: Shot, look: Look): DemoMedia {
  const colour = option?.color
  const text = option?.size ?? option?.name
  const paint = colour !== undefined && colour in swatches ? colour : item.paint
  const picture: DemoPicture = { look, drawing: item.draw, tone: shelf.tone, seed: slug }
  if (paint !== undefined) picture.colour = paint
  if (look === 'scene') picture.companions = item.company ?? companyOf(shelf, item.draw, slug)
  if (look === 'detail' && item.spot !== undefined) picture.spot = item.spot
  if (look === 'set') picture.copies = option?.copies ?? 3
  if (look === 'pack' || look === 'tagged') picture.label = { brand: item.brand, text: text ?? '' }
  const label = option === undefined ? [] : [colour, text].filter((part) => part !== undefined)
  return {
    media_type: 'image',
    name: kebab([slug, ...label, look].join(' ')),
    alt: `${item.name}${label.length > 0 ? `, ${label.join(', ')}` : ''}${captions[look]}`,
    picture,
  }
}

/** Two or three of the shelf's drawings, another choice for each product. */
function companyOf({ company }: Shelf, draw: string, slug: string): string[] {
  const rest = company.filter((name) => name !== draw)
  const start = slug.length % rest.length
  return [...rest.slice(start), ...rest.slice(0, start)].slice(0, 3)
}

/** Whether the pieces of a pack fill a picture of their own; slim ones lying in rows are too small for a card. */
const fillsCard = (item: Item, option: Option | undefined) =>
  option?.copies !== undefined && option.copies > 1 && option.copies <= 6 && !lying.has(item.draw)

/** A colour is photographed on its own; a size or kind that is not the default is shown with its card. */
function ownMedia(shot: Shot, isDefault: boolean): DemoMedia[] {
  const { option, item } = shot
  if (option?.color !== undefined) return [image(shot, 'front'), image(shot, 'angle')]
  if (fillsCard(item, option)) return [image(shot, 'set')]
  if (!isDefault && option?.copies !== undefined && option.copies > 1) return [image(shot, 'set')]
  const labelled = option?.size !== undefined || option?.name !== undefined
  return labelled && !isDefault && item.options.length > 1 ? [image(shot, 'tagged')] : []
}

function sharedMedia(shot: Shot): DemoMedia[] {
  const { item } = shot
  const [first] = item.options
  const coloured = first?.color !== undefined
  const looks: Look[] = coloured ? ['detail', 'scene'] : ['front', 'angle', 'detail', 'scene']
  const pictures = looks.map((look) => image({ ...shot, option: coloured ? first : undefined }, look))
  if (!fillsCard(item, first) && first?.copies !== undefined && first.copies > 1) {
    pictures.push(image({ ...shot, option: first }, 'set'))
  }
  const packs = item.options.length > 1 || first?.size !== undefined
  if (packs && !coloured) pictures.push(image({ ...shot, option: first }, 'pack'))
  if (item.uploaded !== undefined) {
    pictures.push({ media_type: 'video', video_source: 'upload', name: item.uploaded })
  }
  if (item.youtube !== undefined) {
    pictures.push({ media_type: 'video', video_source: 'youtube', youtube_id: item.youtube })
  }
  return pictures
}

function variantsOf(shot: Shot): DemoVariant[] {
  const { item } = shot
  const [weight, length, breadth, height] = item.parcel
  return item.options.map((option, at) => ({
    sku: [item.code, option.color, option.size, option.name]
      .filter((part) => part !== undefined)
      .map((part) => part.toUpperCase().replaceAll(/[^A-Z0-9]+/g, ''))
      .join('-'),
    is_default: at === 0,
    price: option.price * 100,
    mrp: option.mrp === null ? null : option.mrp * 100,
    stock: option.stock,
    color: option.color ?? null,
    size: option.size ?? null,
    variant_name: option.name ?? null,
    weight,
    length,
    breadth,
    height,
    media: ownMedia({ ...shot, option }, at === 0),
  }))
}

function productOf(item: Item, shelf: Shelf): DemoProduct {
  const slug = kebab(item.name)
  const flags = item.flags ?? ''
  return {
    slug,
    name: item.name,
    brand: item.brand,
    category: shelf.category,
    short_description: item.short,
    description: item.about,
    hsn: item.hsn,
    gst_rate: item.gst,
    country_of_origin: item.from ?? 'India',
    rating: item.rating,
    is_new_arrival: flags.includes('new'),
    is_featured: flags.includes('featured'),
    is_on_sale: flags.includes('sale'),
    age_days: item.age,
    variants: variantsOf({ item, shelf, slug }),
    media: sharedMedia({ item, shelf, slug }),
  }
}

/** Stocks a shelf. */
export const shelve = (shelf: Shelf, items: Item[]): DemoProduct[] =>
  items.map((item) => productOf(item, shelf))
