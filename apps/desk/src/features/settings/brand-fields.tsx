/** The brand: how the shop looks, with its contrast measured, and the home page beside it. */
import {
  Brand,
  Colour,
  type Colours,
  faultsOfColours,
  type Look,
  measureContrast,
  PRESETS,
} from '@haat/contract/brand'
import { Button } from '@haat/ui/button'
import { TextField } from '@haat/ui/field'
import { Notice } from '@haat/ui/feedback'
import { fieldOf } from '@haat/ui/form'
import { CircleCheck, CircleX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { PictureField } from '../../form/picture-field.tsx'
import { useIsWide } from '../../lib/use-media-query.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { PageFrame } from '../../ui/page-frame.tsx'
import { labelOfSetting } from './setting-groups.ts'
import { nameOf, type SettingValues } from './setting-input.tsx'

type Form = UseFormReturn<SettingValues>

const PARTS = ['main', 'accent', 'paper'] as const
const colourName = (part: keyof Colours): string => nameOf(`brand.colours.${part}`)

/** What is typed; null while one of them is no colour. */
function coloursOf(values: SettingValues): Colours | null {
  const [main, accent, paper] = PARTS.map((part) => Colour.safeParse(values[colourName(part)]).data)
  return main && accent && paper ? { main, accent, paper } : null
}

/** @param input draws the field of a setting */
export function BrandFields({ form, input }: { form: Form; input: (path: string) => ReactNode }) {
  const picture = (path: string, hint: string) => (
    <PictureField control={form.control} name={nameOf(path)} label={labelOfSetting(path)} hint={hint} />
  )
  return (
    <>
      <Presets form={form} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(10.5rem,1fr))] gap-5">
        {PARTS.map((part) => (
          <ColourField key={part} part={part} form={form} />
        ))}
      </div>
      <Contrast form={form} />
      {['brand.corners', 'brand.font'].map(input)}
      {input('brand.ornament')}
      {picture('brand.logo', 'Shown 44 pixels high on every page, and on invoices')}
      {input('brand.logo_with_name')}
      {picture('brand.logo_dark', 'A light drawing on a clear ground')}
      {picture('brand.favicon', 'At least 192 pixels wide')}
      {(['whatsapp', 'instagram', 'facebook', 'youtube'] as const).map((one) => input(`brand.links.${one}`))}
    </>
  )
}

function Presets({ form }: { form: Form }) {
  const choose = ({ colours, corners, font, ornament }: Look): void => {
    const set = (name: string, value: string) =>
      form.setValue(name, value, { shouldDirty: true, shouldTouch: true })
    for (const part of PARTS) set(colourName(part), colours[part])
    form.clearErrors()
    set(nameOf('brand.corners'), corners)
    set(nameOf('brand.font'), font)
    set(nameOf('brand.ornament'), ornament ? 'yes' : 'no')
  }
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">Begin with</legend>
      <div className="flex flex-wrap gap-2">
        {Object.entries(PRESETS).map(([name, look]) => (
          <Button key={name} variant="outline" size="sm" onClick={() => choose(look)}>
            <span aria-hidden className="flex overflow-hidden rounded-full border border-line">
              {PARTS.map((part) => (
                <span key={part} className="h-5 w-3" style={{ background: look.colours[part] }} />
              ))}
            </span>
            {name}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}

const COLOUR_LABELS = { main: 'Main colour', accent: 'Accent', paper: 'Background' }

/** A colour by its number, or picked. */
function ColourField({ part, form }: { part: keyof Colours; form: Form }) {
  const name = colourName(part)
  const value = Colour.safeParse(form.watch(name)).data ?? '#000000'
  const { error, ...field } = fieldOf(form, name)
  return (
    <TextField
      label={COLOUR_LABELS[part]}
      autoComplete="off"
      maxLength={7}
      end={
        <input
          type="color"
          aria-label={`Pick: ${COLOUR_LABELS[part]}`}
          value={value}
          onChange={({ target }) => form.setValue(name, target.value, { shouldDirty: true })}
          className="size-11 cursor-pointer rounded-md p-1.5"
        />
      }
      {...field}
      // The sentence stands below all three.
      {...(error && { error: error.startsWith('The contrast') ? 'Too little contrast' : error })}
    />
  )
}

/** What each pair of colours has; for one that has too little, the nearest that has enough. */
function Contrast({ form }: { form: Form }) {
  const colours = coloursOf(form.watch())
  if (colours === null) return null
  const faults = faultsOfColours(colours)
  const better = faults.find(({ nearest }) => nearest !== null)
  return (
    <div className="-mt-2 grid gap-2">
      <ul aria-label="Contrast" className="text-sm text-ink-soft">
        {measureContrast(colours).map(({ of, needed, ratio }) => {
          const Icon = ratio >= needed ? CircleCheck : CircleX
          return (
            <li key={of} className="flex items-start gap-2">
              <Icon
                aria-label={ratio >= needed ? 'Enough:' : 'Too little:'}
                className={`mt-0.5 size-4 shrink-0 ${ratio >= needed ? 'text-leaf' : 'text-brick'}`}
              />
              <span>
                {of.charAt(0).toUpperCase() + of.slice(1)}:{' '}
                <span className="figures">{(Math.floor(ratio * 10) / 10).toFixed(1)}</span>, needs {needed}
              </span>
            </li>
          )
        })}
      </ul>
      {better?.nearest && (
        <Notice
          tone="bad"
          action={
            <Button
              variant="outline"
              size="sm"
              onClick={() => {
                form.setValue(colourName(better.part), better.nearest ?? '', { shouldDirty: true })
                form.clearErrors(colourName(better.part))
              }}
            >
              <span
                aria-hidden
                className="size-4 rounded-full border border-line"
                style={{ background: better.nearest }}
              />
              Use {better.nearest}
            </Button>
          }
        >
          {better.message}
        </Notice>
      )}
    </div>
  )
}

/** The brand that is typed; null while it is none. */
function brandOf(values: SettingValues): Brand | null {
  const at = (path: string): string | null => values[nameOf(`brand.${path}`)]?.trim() || null
  const { data } = Brand.safeParse({
    colours: coloursOf(values),
    ...{ corners: at('corners'), font: at('font'), ornament: at('ornament') === 'yes' },
    ...{ logo: at('logo'), logo_dark: at('logo_dark'), favicon: at('favicon') },
    logo_with_name: at('logo_with_name') === 'yes',
    links: {
      ...{ whatsapp: at('links.whatsapp'), instagram: at('links.instagram') },
      ...{ facebook: at('links.facebook'), youtube: at('links.youtube') },
    },
  })
  return data ?? null
}

/** How long somebody may go on choosing before the page is drawn again, in ms. */
const DRAW_AFTER_MS = 400

/** The shop's home page with the brand that is typed. */
export function BrandPreview({ form }: { form: Form }) {
  const brand = brandOf(form.watch())
  const typed = brand && JSON.stringify(brand)
  const isWide = useIsWide()
  const [whole, setWhole] = useState(typed)
  if (typed !== null && typed !== whole) setWhole(typed)
  const drawn = useSettled(whole, DRAW_AFTER_MS)
  if (drawn === null) return null
  return (
    <div className="min-w-0 max-xl:order-first xl:sticky xl:top-4">
      <PageFrame
        name="The home page"
        src={`/api/desk/preview/home?brand=${encodeURIComponent(drawn)}`}
        height={isWide ? 640 : 320}
      />
    </div>
  )
}
