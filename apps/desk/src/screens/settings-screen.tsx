import { INDIAN_STATES } from '@haat/contract/indian-states'
import { staffSettings } from '@haat/contract/staff/shop'
import { Select, TextField } from '@haat/ui/field'
import { cx } from '@haat/ui/cx'
import { fieldOf } from '@haat/ui/form'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useMemo } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Link, useParams } from 'react-router-dom'
import { actQuery } from '../api/queries.ts'
import { useActs } from '../api/use-act.ts'
import {
  exampleOfSetting,
  labelOfSetting,
  sentSetting,
  SETTING_GROUPS,
  settingAt,
  type SettingGroup,
  typedSetting,
} from '../features/settings/setting-groups.ts'
import { EditForm } from '../form/edit-form.tsx'
import { useEditForm } from '../form/use-edit-form.ts'
import { useIsWide } from '../lib/use-media-query.ts'
import { paths } from '../paths.ts'
import { Failed, NotFound, ScreenLoading } from '../shell/fallbacks.tsx'
import { ScreenHead } from '../shell/screen-head.tsx'
import { TextArea } from '../ui/text-area.tsx'

/** Settings: one list, one form a page. */
export function SettingsScreen() {
  const { group: slug } = useParams()
  const isWide = useIsWide()
  const shown = slug ?? (isWide ? SETTING_GROUPS[0]?.slug : undefined)
  const group = SETTING_GROUPS.find((one) => one.slug === shown)
  const { data, error, isPending, refetch } = useQuery(actQuery(staffSettings.get, {}))
  if (isPending) return <ScreenLoading />
  if (error) return <Failed error={error} onRetry={refetch} />
  if (slug !== undefined && !group) return <NotFound />
  if (!group)
    return (
      <>
        <ScreenHead title="Settings" />
        <GroupList shown={undefined} />
      </>
    )
  return (
    <>
      <ScreenHead
        title={group.title}
        text={group.text}
        {...(!isWide && { back: { label: 'Settings', path: paths.settings } })}
      />
      <div className="desk-margin grid grid-cols-1 gap-6 py-3 lg:grid-cols-[16rem_minmax(0,1fr)] lg:items-start">
        {isWide && <GroupList shown={group.slug} />}
        <div className="max-w-160 rounded-lg border border-line bg-card px-4 pt-4">
          <GroupForm key={group.slug} group={group} settings={data} />
        </div>
      </div>
    </>
  )
}

function GroupList({ shown }: { shown: string | undefined }) {
  return (
    <nav aria-label="Settings" className="max-lg:desk-margin grid gap-1 py-2 lg:py-0">
      {SETTING_GROUPS.map(({ slug, title, text }) => (
        <Link
          key={slug}
          to={paths.settingGroup(slug)}
          aria-current={slug === shown ? 'page' : undefined}
          className={cx(
            'flex min-h-11 items-center gap-3 rounded-md px-3 py-1.5 font-semibold',
            slug === shown ? 'bg-peacock-tint text-peacock' : 'hover:bg-paper-deep',
          )}
        >
          <span className="min-w-0 flex-1">
            {title}
            {shown === undefined && <span className="block text-sm font-normal text-ink-soft">{text}</span>}
          </span>
          <ChevronRight aria-hidden className="size-4 lg:hidden" />
        </Link>
      ))}
    </nav>
  )
}

type Values = Record<string, string>

/** Field names have no dots, which would nest them. */
const nameOf = (path: string): string => path.replaceAll('.', ':')

function GroupForm({ group, settings }: { group: SettingGroup; settings: unknown }) {
  const acts = useActs()
  const { paths: all } = group
  const before = useMemo<Values>(
    () => Object.fromEntries(all.map((path) => [nameOf(path), typedSetting(settingAt(settings, path))])),
    [all, settings],
  )
  const edit = useEditForm<Values>({
    draftKey: `settings:${group.slug}`,
    stored: { values: before, version: null },
    save(typed) {
      const changed = all.filter((path) => typed[nameOf(path)] !== before[nameOf(path)])
      const set = Object.fromEntries(
        changed.map((path) => [path, sentSetting(settingAt(settings, path), typed[nameOf(path)] ?? '')]),
      )
      return acts.send(staffSettings.change, { set }, ({ notices }) => ['Saved.', ...notices].join(' '))
    },
  })
  const labels = Object.fromEntries(all.map((path) => [nameOf(path), labelOfSetting(path)]))
  return (
    <EditForm edit={edit} labels={labels}>
      {all.map((path) => (
        <SettingInput key={path} path={path} value={settingAt(settings, path)} form={edit.form} />
      ))}
    </EditForm>
  )
}

const CHOICES: Record<string, { value: string; label: string }[]> = {
  'display.card_frame': [
    { value: 'square', label: 'Square' },
    { value: 'portrait', label: 'Portrait, for clothes and bottles' },
  ],
  'seller.state': INDIAN_STATES.map(({ name }) => ({ value: name, label: name })),
}
const YES_NO = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

function SettingInput({ path, value, form }: { path: string; value: unknown; form: UseFormReturn<Values> }) {
  const label = labelOfSetting(path)
  const example = exampleOfSetting(path)
  const field = fieldOf(form, nameOf(path))
  const choices = typeof value === 'boolean' ? YES_NO : CHOICES[path]
  if (choices) {
    const isKnown = choices.some((choice) => choice.value === typedSetting(value))
    const options = isKnown ? choices : [{ value: typedSetting(value), label: 'Choose' }, ...choices]
    return <Select label={label} options={options} {...field} />
  }
  const isList = Array.isArray(value)
  if (isList || (typeof value === 'object' && value !== null) || path === 'new_arrivals_intro')
    return (
      <TextArea
        label={label}
        rows={Math.min(8, Math.max(2, typedSetting(value).split('\n').length))}
        {...(isList &&
          !typedSetting(value).startsWith('[') && {
            hint: `One a line${example ? `, such as ${example}` : ''}`,
          })}
        {...field}
      />
    )
  return (
    <TextField
      label={label}
      autoComplete="off"
      inputMode={typeof value === 'number' ? 'decimal' : undefined}
      {...(example && { hint: `Such as ${example}` })}
      {...field}
    />
  )
}
