import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { LIMITS, SORTS } from './rules.ts'
import { Flag, FlagText, Id, IdText, ok, Rupees, RupeesText, WholeText, wrap } from './wire.ts'

export const Media = z.object({
  id: Id,
  media_type: z.enum(['image', 'video']),
  /** A path on this server; for YouTube, the youtube-nocookie.com address of the player. */
  media_url: z.string(),
  video_source: z.nullable(z.enum(['upload', 'youtube'])),
  alt: z.string(),
})
export type Media = z.output<typeof Media>

export const ListedVariant = z.object({
  id: Id,
  is_default: Flag,
  /** The current price, that of a running deal included. */
  price: Rupees,
  mrp: z.nullable(Rupees),
  discount_percentage: z.int(),
  stock: z.int(),
  color: z.nullable(z.string()),
  /** Its colour in CSS; null for names of the merchant's own. */
  swatch: z.nullable(z.string()),
  size: z.nullable(z.string()),
  variant_name: z.nullable(z.string()),
})
export type ListedVariant = z.output<typeof ListedVariant>

export const Variant = z.extend(ListedVariant, { media: z.array(Media) })
export type Variant = z.output<typeof Variant>

const productFields = {
  id: Id,
  name: z.string(),
  brand: z.string(),
  category_id: Id,
  category_name: z.string(),
  /** Price, MRP and discount of the default variant, those of a running deal included. */
  price: Rupees,
  mrp: z.nullable(Rupees),
  discount_percentage: z.int(),
  media_url: z.nullable(z.string()),
  /** 0 to 5, one decimal. */
  rating: z.number(),
  /** What is in the pack, of packed goods. */
  net_quantity: z.nullable(z.string()),
  is_new_arrival: Flag,
  is_featured: Flag,
  is_on_sale: Flag,
  /** Whether any variant is in stock. */
  in_stock: Flag,
  /** The default variant. */
  variant_id: Id,
}

/** Second names of `media_url`, `mrp` and `discount_percentage`. They exist on the wire only. */
const aliases = {
  image: z.nullable(z.string()),
  originalPrice: z.nullable(Rupees),
  discount: z.int(),
}

const aliasesOf = (product: {
  media_url: string | null
  mrp: number | null
  discount_percentage: number
}) => ({
  image: product.media_url,
  originalPrice: product.mrp,
  discount: product.discount_percentage,
})

const WireListedProduct = z.object({
  ...productFields,
  description: z.string(),
  variants: z.array(ListedVariant),
  /** Of the colour and size that are looked for, where it is not the default variant; with its picture. */
  wanted_variant: z.optional(z.object({ id: Id, media_url: z.nullable(z.string()) })),
  ...aliases,
})
type AliasKey = keyof typeof aliases
export type ListedProduct = Omit<z.output<typeof WireListedProduct>, AliasKey>

/** A product in a list, with its variants but without their media. */
export const ListedProduct = wrap<typeof WireListedProduct, ListedProduct>(
  WireListedProduct,
  (product) => product,
  (product) => ({ ...product, ...aliasesOf(product) }),
)

const WireProductDetail = z.object({
  ...productFields,
  /** Of its page, the same in every language. */
  path: z.string(),
  /** How many reviews the rating comes from. */
  review_count: z.int(),
  short_description: z.string(),
  description: z.string(),
  country_of_origin: z.string(),
  /** Who made, packed or imported packed goods, and whom to ask if it is not the shop. */
  manufacturer: z.nullable(z.string()),
  consumer_care: z.nullable(z.string()),
  media: z.array(Media),
  variants: z.array(Variant),
  ...aliases,
})
export type ProductDetail = Omit<z.output<typeof WireProductDetail>, AliasKey>

/** A product with everything its page shows. Unlike other replies it has no `success`. */
export const ProductDetail = wrap<typeof WireProductDetail, ProductDetail>(
  WireProductDetail,
  (product) => product,
  (product) => ({ ...product, ...aliasesOf(product) }),
)

export const SuggestedProduct = z.object({
  id: Id,
  name: z.string(),
  brand: z.string(),
  media_url: z.nullable(z.string()),
  price: Rupees,
})
export type SuggestedProduct = z.output<typeof SuggestedProduct>

export const Category = z.object({
  id: Id,
  name: z.string(),
  image_url: z.nullable(z.string()),
  parent_id: z.nullable(Id),
  /** Published products, including those of sub-categories. */
  product_count: z.int(),
})
export type Category = z.output<typeof Category>

export const Banner = z.object({
  id: Id,
  banner_name: z.string(),
  banner_image: z.string(),
  /** A path of the storefront, or an address on the web. */
  link: z.nullable(z.string()),
})
export type Banner = z.output<typeof Banner>

/** `all` and absent mean every category. */
const CategoryText = z.union([IdText, z.literal('all')])

const Names = z.array(z.string().check(z.maxLength(100))).check(z.maxLength(LIMITS.filter_names))

/** Names, separated by commas. A product matches if it has one of them. */
const NameList = z.codec(z.string().check(z.maxLength(1000)), Names, {
  decode: (text) =>
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  encode: (names) => names.join(','),
})

/** Ids of products, separated by commas. */
const IdList = z.codec(
  z.string().check(z.regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8})*$/, 'Must be ids, separated by commas')),
  z.array(Id).check(z.maxLength(LIMITS.filter_ids)),
  { decode: (text) => text.split(',').map(Number), encode: (ids) => ids.join(',') },
)

const RatingText = z.codec(
  z.string().check(z.regex(/^[0-5](\.\d)?$/, 'Must be from 0 to 5')),
  z.number().check(z.maximum(5)),
  { decode: (text) => Number(text), encode: (rating) => String(rating) },
)

const SearchText = z.string().check(z.maxLength(LIMITS.search_length))

/** The words of the search with their typos corrected: the products are those of the corrected words. */
const DidYouMean = z.optional(z.string())

export const ProductFilter = z.object({
  /** These products alone; without `sort` in this order. Not for a search. */
  ids: z.optional(IdList),
  /**
   * Without this product, and first those like it: in stock, with most of its words, of its brand and near its price. For
   * one page only, and neither for a search nor with `sort`.
   */
  like: z.optional(IdText),
  page: z.optional(WholeText(1, LIMITS.page_max)),
  limit: z.optional(WholeText(1, LIMITS.page_size_max)),
  category: z.optional(CategoryText),
  category_id: z.optional(CategoryText),
  brand: z.optional(NameList),
  /** Of any variant; with `in_stock`, of one in stock. */
  color: z.optional(NameList),
  /** Like `color`. */
  size: z.optional(NameList),
  min_price: z.optional(RupeesText),
  max_price: z.optional(RupeesText),
  rating: z.optional(RatingText),
  /** Percent. Without `sort`, the highest discount comes first. */
  min_discount: z.optional(WholeText(1, 100)),
  search: z.optional(SearchText),
  /** Where no product is marked as new, the newest are; not for a search. */
  is_new_arrival: z.optional(FlagText),
  is_featured: z.optional(FlagText),
  /** Where no product is marked as on sale, those below their MRP are. */
  is_on_sale: z.optional(FlagText),
  in_stock: z.optional(FlagText),
  /** Without it by id; what is sold out comes last, except in a shop with a showcase. */
  sort: z.optional(z.enum(SORTS)),
  /**
   * Whether products in stock and with a picture lead, and sold-out ones are left out where the shop has others. For one page
   * only, and not for a search.
   */
  buyable_first: z.optional(FlagText),
  /** Whether the reply has counts for the choices of the filters. */
  facets: z.optional(FlagText),
})
export type ProductFilter = z.output<typeof ProductFilter>

const counted = { count: z.int() }

/** A band of prices; null has no upper limit. */
const PriceBand = z.object({ from: Rupees, below: z.nullable(Rupees), ...counted })

/**
 * How many products each choice of a filter would show, with all filters of other kinds. Choices without products are left
 * out, except for prices, ratings and discounts.
 */
export const Facets = z.object({
  /** Products of sub-categories included. */
  categories: z.array(z.object({ id: Id, ...counted })),
  brands: z.array(z.object({ name: z.string(), ...counted })),
  /** `name` is what `color` of the filter takes, `color` the same in the language of the reply. */
  colors: z.array(
    z.object({ name: z.string(), color: z.string(), swatch: z.nullable(z.string()), ...counted }),
  ),
  /** Ascending, of each kind by itself. `name` and `size` are as those of colours. */
  sizes: z.array(z.object({ name: z.string(), size: z.string(), ...counted })),
  prices: z.array(PriceBand),
  /** Products with at least so many stars. */
  ratings: z.array(z.object({ from: z.number(), ...counted })),
  /** Products with a discount of at least so many percent. */
  discounts: z.array(z.object({ from: z.int(), ...counted })),
  in_stock: z.int(),
})
export type Facets = z.output<typeof Facets>

export const catalog = {
  filter: endpoint('GET /api/products/filter', {
    access: 'public',
    summary: 'Products, filtered, sorted and paged',
    query: ProductFilter,
    reply: ok({
      products: z.array(ListedProduct),
      page: z.int(),
      limit: z.int(),
      total: z.int(),
      totalPages: z.int(),
      /** When asked for; a very large shop has none in the first seconds after its start. */
      facets: z.optional(Facets),
      did_you_mean: DidYouMean,
      /** The limits of the price that the search names, and the search without them. */
      price: z.optional(
        z.object({ min_price: z.optional(Rupees), max_price: z.optional(Rupees), rest: z.string() }),
      ),
    }),
  }),
  search: endpoint('GET /api/products/search', {
    access: 'public',
    summary:
      'Products by relevance: prefixes and synonyms match, words of five or more letters may have one typo',
    query: z.object({ search: z.optional(SearchText) }),
    reply: ok({ products: z.array(ListedProduct), total: z.int(), did_you_mean: DidYouMean }),
  }),
  suggest: endpoint('GET /api/products/suggest', {
    access: 'public',
    summary: 'What somebody who types may look for: products, categories and brands',
    query: z.object({
      query: z.optional(SearchText),
      /** The same, by the name that the search has for it. */
      search: z.optional(SearchText),
      limit: z.optional(WholeText(1, LIMITS.suggestions_max)),
    }),
    reply: ok({
      products: z.array(SuggestedProduct),
      categories: z.array(z.object({ id: Id, name: z.string() })),
      brands: z.array(z.string()),
    }),
  }),
  brands: endpoint('GET /api/products/brands', {
    access: 'public',
    summary: 'Brand names of published products, of one category or all',
    query: z.object({ category: z.optional(CategoryText) }),
    reply: ok({ brands: z.array(z.string()) }),
  }),
  highlights: endpoint('GET /api/products/highlights', {
    access: 'public',
    summary: 'What Home offers beside its lists: best sellers, and bands of prices with products',
    reply: ok({
      /** In most of the latest orders; only what is in stock and has a picture. */
      best_sellers: z.array(ListedProduct),
      prices: z.array(PriceBand),
    }),
  }),
  media: endpoint('GET /api/products/media/{id}', {
    access: 'public',
    summary: "A product's pictures and videos",
    params: z.object({ id: IdText }),
    reply: z.array(Media),
  }),
  product: endpoint('GET /api/products/{id}', {
    access: 'public',
    summary: 'One product with its variants and media',
    params: z.object({ id: IdText }),
    reply: ProductDetail,
  }),
  categories: endpoint('GET /api/categories', {
    access: 'public',
    summary: 'All categories',
    reply: ok({ categories: z.array(Category) }),
  }),
  banners: endpoint('GET /api/banners', {
    access: 'public',
    summary: 'Banners of the home page',
    reply: z.array(Banner),
  }),
}
