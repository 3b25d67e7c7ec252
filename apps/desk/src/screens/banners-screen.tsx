import type { ReplyOf } from '@haat/contract/staff/act'
import { staffBanners } from '@haat/contract/staff/offers'
import { staffCategories, staffPages } from '@haat/contract/staff/shop'
import { patterns } from '@haat/contract/storefront-paths'
import { Button } from '@haat/ui/button'
import { EmptyState } from '@haat/ui/feedback'
import { Plus } from 'lucide-react'
import { useAllowed, versionQuery } from '../api/queries.ts'
import { useActs } from '../api/use-act.ts'
import { ActDialog } from '../form/act-form.tsx'
import { reloadOf } from '../form/use-edit-form.ts'
import { useScreen } from '../shell/fallbacks.tsx'
import { Screen } from '../shell/screen-head.tsx'
import { useDialog } from '../ui/dialogs.tsx'
import { MoreMenu } from '../ui/menu.tsx'

type Banner = ReplyOf<typeof staffBanners.list>[number]

/** Banners: the pictures at the top of the home page, in their order. */
export function BannersScreen() {
  const { data, instead } = useScreen(versionQuery(staffBanners.list, {}))
  const open = useDialog()
  if (!data) return instead
  const shown = data.reply.filter(({ is_active }) => is_active)
  const edit = (banner?: Banner) =>
    open((close) => <BannerDialog banner={banner} version={data.version} onClose={close} />)
  const add = (
    <Button icon={Plus} onClick={() => edit()}>
      New banner
    </Button>
  )
  return (
    <Screen title="Banners" text="At the top of the home page, in this order." actions={add}>
      {shown.length === 0 ? (
        <EmptyState
          title="No banners yet"
          text="A banner is a wide picture at the top of the home page, best 1920 × 720. It can lead to a category, the deals or a page."
          action={add}
        />
      ) : (
        shown.map((banner, index) => (
          <BannerCard
            key={banner.id}
            banner={banner}
            above={shown[index - 1]}
            below={shown[index + 1]}
            edit={() => edit(banner)}
          />
        ))
      )}
    </Screen>
  )
}

interface BannerCardProps {
  banner: Banner
  above: Banner | undefined
  below: Banner | undefined
  edit: () => void
}

function BannerCard({ banner, above, below, edit }: BannerCardProps) {
  const { run } = useActs()
  const { banner_name, banner_image, link } = banner
  const addresses = useShopAddresses(link)
  const key = String(banner.id)
  const move = (set: { before: string } | { after: string }) =>
    void run(staffBanners.set, { key, set }, () => `${banner_name} has moved.`)
  return (
    <article className="grid gap-3 rounded-lg border border-line bg-card p-4">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="font-bold">{banner_name}</h2>
          <p className="text-sm text-ink-soft">
            {link === null
              ? 'Leads nowhere'
              : `Leads to ${addresses.find(({ value }) => value === link)?.label ?? link}`}
          </p>
        </div>
        <MoreMenu
          label={`More about ${banner_name}`}
          items={[
            { label: 'Change…', onClick: edit },
            above && { label: 'Move up', onClick: () => move({ before: String(above.id) }) },
            below && { label: 'Move down', onClick: () => move({ after: String(below.id) }) },
            {
              label: 'Take off the home page',
              onClick: () =>
                void run(staffBanners.end, { key }, () => `${banner_name} is off the home page.`),
              isDanger: true,
            },
          ]}
        />
      </div>
      <BannerPreview picture={banner_image} name={banner_name} />
    </article>
  )
}

/** As a laptop and a phone show it: the laptop with the text on the picture, the phone below it, with its sides cut off. */
function BannerPreview({ picture, name }: { picture: string; name: string }) {
  const text = (
    <>
      <p className="font-extrabold text-balance text-peacock-deep">{name}</p>
      <p className="mt-1.5 inline-block rounded-sm bg-peacock-deep px-2 py-1 text-xs font-semibold text-paper">
        Shop now
      </p>
    </>
  )
  return (
    <div className="flex flex-wrap items-end gap-4 bg-card pb-1">
      <figure className="min-w-0 flex-1 basis-72">
        <div className="relative overflow-hidden rounded-md border border-line bg-paper-deep">
          <img src={picture} alt="" loading="lazy" className="aspect-8/3 w-full object-cover" />
          <div className="absolute inset-0 flex flex-col items-start justify-center p-[6%]">
            <div className="max-w-1/2">{text}</div>
          </div>
        </div>
        <figcaption className="mt-1 text-xs text-ink-soft">On a laptop</figcaption>
      </figure>
      <figure className="w-32">
        <div className="overflow-hidden rounded-md border border-line">
          <img
            src={picture}
            alt=""
            loading="lazy"
            className="aspect-4/3 w-full bg-paper-deep object-cover object-[97%_50%]"
          />
          <div className="p-2 text-sm">{text}</div>
        </div>
        <figcaption className="mt-1 text-xs text-ink-soft">On a phone</figcaption>
      </figure>
    </div>
  )
}

interface BannerDialogProps {
  banner: Banner | undefined
  version: string | null
  onClose: () => void
}

function BannerDialog({ banner, version, onClose }: BannerDialogProps) {
  const options = useShopAddresses(banner?.link)
  const picture = { label: 'Picture', hint: 'Best 1920 × 720; phones cut the sides off', aspect: 8 / 3 }
  const name = { label: 'Text on the picture', hint: null }
  const link = { label: 'A click leads to', hint: null, options }
  const preview = (chosen: unknown, text: unknown) =>
    chosen ? <BannerPreview picture={String(chosen)} name={String(text)} /> : null
  if (!banner)
    return (
      <ActDialog
        act={staffBanners.create}
        title="New banner"
        button="Add banner"
        fields={{ picture, name, link }}
        preview={({ picture: chosen, name: text }) => preview(chosen, text)}
        done={({ banner_name }) => `${banner_name} is on the home page.`}
        onClose={onClose}
      />
    )
  const fieldsOf = ({ banner_name, link: to, banner_image }: Banner) => ({
    'set:name': { ...name, initial: banner_name },
    'set:link': { ...link, initial: to },
    'set:picture': { ...picture, initial: banner_image },
  })
  return (
    <ActDialog
      act={staffBanners.set}
      title={banner.banner_name}
      button="Save"
      given={{ key: String(banner.id) }}
      fields={fieldsOf(banner)}
      version={version}
      reload={reloadOf(staffBanners.list, {}, (all) =>
        fieldsOf(all.find(({ id }) => id === banner.id) ?? banner),
      )}
      preview={(typed) => preview(typed['set:picture'], typed['set:name'])}
      done={({ banner_name }) => `${banner_name} is saved.`}
      onClose={onClose}
    />
  )
}

const SCREENS = [
  { value: patterns.hotDeals, label: 'Deals' },
  { value: patterns.newArrivals, label: 'New arrivals' },
  { value: patterns.collections, label: 'All categories' },
  { value: patterns.products, label: 'All products' },
]

/** The shop's own addresses, to choose a link from. @param present one that is kept although it is none of them */
function useShopAddresses(present?: string | null): { value: string; label: string }[] {
  const categories = useAllowed(staffCategories.list, {})
  const pages = useAllowed(staffPages.list, {})
  const all = [
    ...SCREENS,
    ...(categories.data ?? []).map(({ id, path }) => ({
      value: `${patterns.categoryPage}?category=${id}`,
      label: `Category: ${path}`,
    })),
    ...(pages.data ?? [])
      .filter(({ kind }) => kind !== 'draft')
      .map(({ address, title }) => ({ value: address, label: `Page: ${title}` })),
  ]
  const isKnown = !present || all.some(({ value }) => value === present)
  return isKnown ? all : [{ value: present, label: present }, ...all]
}
