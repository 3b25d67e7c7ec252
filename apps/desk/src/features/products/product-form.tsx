import { ENDED_GST_RATES, GST_RATES } from '@haat/contract/gst'
import { staffCategories } from '@haat/contract/staff/shop'
import { Checkbox } from '@haat/ui/choice'
import { Notice } from '@haat/ui/feedback'
import { Select, TextArea, TextField } from '@haat/ui/field'
import { fieldOf } from '@haat/ui/form'
import { useController } from 'react-hook-form'
import { useMay } from '../../api/queries.ts'
import { useActs } from '../../api/use-act.ts'
import { EditForm } from '../../form/edit-form.tsx'
import { type EditForm as Edit } from '../../form/use-edit-form.ts'
import { Card } from '../../ui/card.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { PicturesField } from './pictures-field.tsx'
import { LABELS, type ProductValues, variantOptions } from './product-values.ts'
import { useCategoryPaths } from './products.queries.ts'
import { VariantsField } from './variants-field.tsx'

interface ProductFormProps {
  edit: Edit<ProductValues>
  /** Its id; undefined for one that is not stored yet. */
  product?: number
  /** Told whether pictures are on their way. */
  onBusy: (isBusy: boolean) => void
  isReadOnly?: boolean
}

const fieldsOf =
  ({ form }: Edit<ProductValues>) =>
  (name: keyof ProductValues, rules?: { required: string }) => ({
    label: LABELS[name],
    ...fieldOf(form, name, rules),
  })

export function ProductForm({ edit, product, onBusy, isReadOnly }: ProductFormProps) {
  const { form } = edit
  const { control } = form
  const field = fieldsOf(edit)
  const categories = useCategoryPaths()
  const pictures = useController({ control, name: 'pictures' })
  const variants = useController({
    control,
    name: 'variants',
    rules: {
      validate: (rows) =>
        rows.every(({ price }) => price.trim() !== '') || 'Please enter a price for each variant.',
    },
  })
  const category = useController({
    control,
    name: 'category',
    rules: { required: 'Please choose a category.' },
  })
  const mayAdd = useMay()(staffCategories.add.permission)
  const acts = useActs()
  const addCategory = (text: string) => {
    const names = text.split('>')
    const [name = '', under] = [names.pop()?.trim(), names.join('>').trim()]
    void acts.run(staffCategories.add, { name, set: under ? { under } : {} }, ({ path }) => {
      category.field.onChange(path)
      return `Added the category ${path}.`
    })
  }
  return (
    <EditForm edit={edit} labels={LABELS} isReadOnly={isReadOnly}>
      <Card title="What it is">
        <div className="grid gap-5">
          <TextField
            autoComplete="off"
            maxLength={300}
            {...field('name', { required: 'Please give it a name.' })}
          />
          <Combobox
            label={LABELS.category}
            items={categories}
            value={category.field.value}
            onChange={category.field.onChange}
            onAdd={mayAdd ? addCategory : undefined}
            error={category.fieldState.error?.message}
            placeholder={mayAdd ? 'Type to find or add one' : 'Type to find one'}
          />
          <TextField autoComplete="off" maxLength={100} {...field('brand')} />
        </div>
      </Card>
      <Card title="Price and stock">
        <VariantsField
          variants={variants.field.value}
          onChange={variants.field.onChange}
          error={variants.fieldState.error?.message}
        />
      </Card>
      <Card title={LABELS.pictures}>
        <PicturesField
          pictures={pictures.field.value}
          onChange={pictures.field.onChange}
          variants={variantOptions(variants.field.value)}
          error={pictures.fieldState.error?.message}
          onBusy={onBusy}
          product={product}
        />
      </Card>
      <Card title="In words">
        <div className="grid gap-5">
          <TextArea maxLength={2000} {...field('short_description')} />
          <TextArea rows={6} maxLength={50_000} {...field('description')} />
        </div>
      </Card>
      <LawCard edit={edit} />
      <Card title="Where it shows">
        <div className="grid sm:grid-cols-2">
          <Checkbox
            label={LABELS.is_published}
            {...form.register('is_published', { onChange: () => form.setValue('publish_at', '') })}
          />
          <Checkbox label={LABELS.is_featured} {...form.register('is_featured')} />
          <Checkbox label={LABELS.no_cod} {...form.register('no_cod')} />
          <Checkbox label={LABELS.is_new_arrival} {...form.register('is_new_arrival')} />
          <Checkbox label={LABELS.is_on_sale} {...form.register('is_on_sale')} />
        </div>
        {!form.watch('is_published') && (
          <div className="mt-4 sm:max-w-72">
            <TextField
              hint="India time. Left empty, it stays hidden."
              type="datetime-local"
              {...field('publish_at')}
            />
          </div>
        )}
      </Card>
    </EditForm>
  )
}

/** Names of facts in a sentence. */
const FACTS = [
  ['hsn', 'HSN code'],
  ['gst_rate', 'GST rate'],
  ['mrp', 'MRP'],
  ['country_of_origin', 'country of origin'],
  ['net_quantity', 'net quantity'],
  ['manufacturer', 'maker'],
  ['consumer_care', 'consumer care'],
] as const

/** Facts that a product has; whom to ask is the shop where it names nobody. */
function missingFacts(values: ProductValues): string[] {
  const has = (fact: (typeof FACTS)[number][0]): boolean =>
    fact === 'mrp'
      ? values.variants.every(({ mrp }) => mrp.trim() !== '')
      : fact === 'consumer_care' || values[fact].trim() !== ''
  return FACTS.filter(([fact]) => !has(fact)).map(([, label]) => label)
}

function LawCard({ edit }: { edit: Edit<ProductValues> }) {
  const field = fieldsOf(edit)
  const values = edit.form.watch()
  const missing = missingFacts(values)
  const given = FACTS.length - missing.length
  const rate = Number(values.gst_rate)
  const isEnded = values.gst_rate !== '' && ENDED_GST_RATES.includes(rate)
  const rates = [...new Set([...GST_RATES, ...(values.gst_rate === '' ? [] : [rate])])].toSorted(
    (a, b) => a - b,
  )
  return (
    <Card title="Facts that law asks for">
      <div className="mb-5">
        <div className="flex items-center gap-3">
          <meter
            aria-label="Facts that law asks for"
            min={0}
            max={FACTS.length}
            value={given}
            className="sr-only"
          />
          <span aria-hidden className="flex flex-1 gap-1">
            {FACTS.map(([fact], at) => (
              <span key={fact} className={`h-2 flex-1 rounded-full ${at < given ? 'bg-leaf' : 'bg-line'}`} />
            ))}
          </span>
          <span className="text-sm font-bold figures">
            {given} of {FACTS.length}
          </span>
        </div>
        {missing.length > 0 && <p className="mt-1 text-sm text-ink-soft">Missing: {missing.join(', ')}</p>}
      </div>
      <div className="grid gap-5 sm:grid-cols-2 sm:items-start">
        <TextField hint="4, 6 or 8 digits" inputMode="numeric" maxLength={12} {...field('hsn')} />
        <div>
          <Select
            options={[
              { value: '', label: 'Not known' },
              ...rates.map((one) => ({ value: String(one), label: `${one}%` })),
            ]}
            {...field('gst_rate')}
          />
          {isEnded && (
            <Notice tone="wait" className="mt-2 text-sm">
              This rate ended on 22 September 2025 for nearly all goods.
            </Notice>
          )}
        </div>
        <TextField maxLength={100} {...field('country_of_origin')} />
        <TextField hint="As on the pack: 500 g, 1 N" maxLength={500} {...field('net_quantity')} />
        <TextField
          hint="Left empty, the shop's; 0 if it cannot be returned"
          inputMode="numeric"
          maxLength={3}
          {...field('return_days')}
        />
      </div>
      <div className="mt-5 grid gap-5">
        <TextArea hint="Name and address" maxLength={500} {...field('manufacturer')} />
        <TextArea hint="Left empty, the shop's own contact" maxLength={500} {...field('consumer_care')} />
      </div>
    </Card>
  )
}
