/** The field of one setting. */
import { INDIAN_STATES } from '@haat/contract/indian-states'
import { LANGUAGE_CODES, LANGUAGES } from '@haat/contract/languages'
import { Checkbox } from '@haat/ui/choice'
import { choicesOf, Select, TextArea, TextField } from '@haat/ui/field'
import { fieldOf } from '@haat/ui/form'
import type { UseFormReturn } from 'react-hook-form'
import { BoxesField, isBoxes } from './boxes-field.tsx'
import { hintOfSetting, isDaySetting, labelOfSetting, typedSetting } from './setting-groups.ts'

/** What is typed, by `nameOf` a setting's path. */
export type SettingValues = Record<string, string>

/** Field names have no dots, which would nest them. */
export const nameOf = (path: string): string => path.replaceAll('.', ':')

const CHOICES: Record<string, { value: string; label: string }[]> = {
  'display.card_frame': choicesOf({ square: 'Square', portrait: 'Portrait, for clothes and bottles' }),
  'brand.corners': choicesOf({ square: 'Square', soft: 'Soft', round: 'Round' }),
  'brand.font': choicesOf({
    anek: 'Anek: open and Indian',
    baloo: 'Baloo: round and friendly',
    lora: 'Lora: with serifs',
    system: 'The font of the customer’s device: fastest',
  }),
  'seller.state': INDIAN_STATES.map(({ name }) => ({ value: name, label: name })),
}
const YES_NO = choicesOf({ yes: 'Yes', no: 'No' })

interface SettingInputProps {
  path: string
  value: unknown
  form: UseFormReturn<SettingValues>
}

export function SettingInput({ path, value, form }: SettingInputProps) {
  const label = labelOfSetting(path)
  const hint = hintOfSetting(path)
  const field = fieldOf(form, nameOf(path))
  const choices = typeof value === 'boolean' ? YES_NO : CHOICES[path]
  if (choices) {
    const isKnown = choices.some((choice) => choice.value === typedSetting(value))
    const options = isKnown ? choices : [{ value: typedSetting(value), label: 'Choose' }, ...choices]
    return <Select {...{ label, options, hint }} {...field} />
  }
  if (isBoxes(path)) return <BoxesField path={path} label={label} form={form} />
  if (path === 'languages') return <Languages label={label} form={form} />
  const isList = Array.isArray(value)
  if (isList || path === 'new_arrivals_intro')
    return (
      <TextArea
        label={label}
        rows={Math.min(8, Math.max(2, typedSetting(value).split('\n').length))}
        hint={isList ? ['One a line', hint?.replace('Such', 'such')].filter(Boolean).join(', ') : undefined}
        {...field}
      />
    )
  return (
    <TextField
      label={label}
      type={isDaySetting(path) ? 'date' : 'text'}
      autoComplete="off"
      inputMode={typeof value === 'number' ? 'decimal' : undefined}
      hint={hint}
      {...field}
    />
  )
}

/** Boxes with the names of languages; the form has their codes, one a line. */
function Languages({ label, form }: Pick<SettingInputProps, 'form'> & { label: string }) {
  const chosen = form.watch('languages')?.split('\n') ?? []
  const set = (next: string[]) => form.setValue('languages', next.join('\n'), { shouldDirty: true })
  return (
    <fieldset className="grid">
      <legend className="text-sm font-semibold">{label}</legend>
      {LANGUAGE_CODES.map((code) => (
        <Checkbox
          key={code}
          label={LANGUAGES[code].name}
          checked={chosen.includes(code)}
          disabled={chosen.length === 1 && chosen.includes(code)}
          onChange={({ target }) =>
            set(target.checked ? [...chosen, code] : chosen.filter((one) => one !== code))
          }
        />
      ))}
    </fieldset>
  )
}
