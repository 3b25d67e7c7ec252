import { staffSettings } from '@haat/contract/staff/shop'
import { buttonClass } from '@haat/ui/button'
import { cx } from '@haat/ui/cx'
import { ChevronRight, MapPin } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { versionQuery } from '../api/queries.ts'
import { useActs } from '../api/use-act.ts'
import { BrandFields, BrandPreview } from '../features/settings/brand-fields.tsx'
import { MailAccount, MailCard } from '../features/settings/connections.tsx'
import { Gateways } from '../features/settings/gateways.tsx'
import { PaymentFields } from '../features/settings/payment-fields.tsx'
import { nameOf, SettingInput, type SettingValues } from '../features/settings/setting-input.tsx'
import {
  labelOfSetting,
  sentSetting,
  SETTING_GROUPS,
  settingAt,
  type SettingGroup,
  typedSetting,
} from '../features/settings/setting-groups.ts'
import { EditForm } from '../form/edit-form.tsx'
import { reloadOf, useEditForm } from '../form/use-edit-form.ts'
import { useIsWide } from '../lib/use-media-query.ts'
import { paths } from '../paths.ts'
import { NotFound, useScreen } from '../shell/fallbacks.tsx'
import { ScreenHead } from '../shell/screen-head.tsx'

/** What stands below the form of a group. */
const BELOW: Partial<Record<string, ReactNode>> = {
  payments: <Gateways />,
  mail: (
    <>
      <MailAccount />
      <MailCard />
    </>
  ),
}

export function SettingsScreen() {
  const { group: slug } = useParams()
  const isWide = useIsWide()
  const shown = slug ?? (isWide ? SETTING_GROUPS[0]?.slug : undefined)
  const group = SETTING_GROUPS.find((one) => one.slug === shown)
  const { data, instead, saves, onSaved } = useScreen(versionQuery(staffSettings.get, {}))
  if (!data) return instead
  if (slug !== undefined && !group) return <NotFound />
  if (!group)
    return (
      <>
        <ScreenHead title="Settings" />
        <GroupList shown={undefined} />
      </>
    )
  // Something stands beside these.
  const hasPanel = group.slug === 'brand' || group.slug === 'payments'
  return (
    <>
      <ScreenHead
        title={group.title}
        text={group.text}
        {...(!isWide && { back: { label: 'Settings', path: paths.settings } })}
      />
      <div className="desk-margin grid grid-cols-1 gap-6 py-3 lg:grid-cols-[12rem_minmax(0,1fr)] lg:items-start">
        {isWide && <GroupList shown={group.slug} />}
        <div className={cx('grid grid-cols-1 gap-6', hasPanel && 'xl:grid-cols-2 xl:items-start')}>
          <GroupForm
            key={`${group.slug}:${saves}`}
            group={group}
            settings={data.reply}
            version={data.version}
            onSaved={onSaved}
          />
          {group.slug === 'delivery' && (
            <Link to={paths.delivery} className={cx(buttonClass('outline'), 'w-fit')}>
              <MapPin aria-hidden className="size-5" />
              Days, charge and cash by area
            </Link>
          )}
          {group.slug in BELOW && (
            <div className="grid max-w-160 grid-cols-1 gap-4 max-lg:pb-20">{BELOW[group.slug]}</div>
          )}
        </div>
      </div>
    </>
  )
}

function GroupList({ shown }: { shown: string | undefined }) {
  return (
    <nav aria-label="Settings" className="grid lg:gap-1">
      {SETTING_GROUPS.map(({ slug, title, text }) => (
        <Link
          key={slug}
          to={paths.settingGroup(slug)}
          aria-current={slug === shown ? 'page' : undefined}
          className={cx(
            'flex min-h-11 items-center gap-3 py-1.5 font-semibold lg:rounded-md lg:px-3',
            'max-lg:desk-margin max-lg:border-b max-lg:border-line max-lg:py-3',
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

interface GroupFormProps {
  group: SettingGroup
  settings: unknown
  version: string | null
  onSaved: () => void
}

function GroupForm({ group, settings, version, onSaved }: GroupFormProps) {
  const acts = useActs()
  const { paths: all } = group
  const valuesOf = (from: unknown): SettingValues =>
    Object.fromEntries(all.map((path) => [nameOf(path), typedSetting(settingAt(from, path))]))
  const [before] = useState(() => valuesOf(settings))
  const edit = useEditForm<SettingValues>({
    draftKey: `settings:${group.slug}`,
    stored: { values: before, version },
    save(typed, seen, base) {
      const changed = all.filter((path) => typed[nameOf(path)] !== base[nameOf(path)])
      const set = Object.fromEntries(
        changed.map((path) => [
          path,
          sentSetting(path, settingAt(settings, path), typed[nameOf(path)] ?? ''),
        ]),
      )
      const done = (notices: string[]) => ['Saved.', ...notices].join(' ')
      return acts.send(staffSettings.set, { set }, ({ notices }) => done(notices), { version: seen })
    },
    reload: reloadOf(staffSettings.get, {}, valuesOf),
    onSaved,
  })
  const labels = Object.fromEntries(all.map((path) => [nameOf(path), labelOfSetting(path)]))
  const input = (path: string) => (
    <SettingInput key={path} path={path} value={settingAt(settings, path)} form={edit.form} />
  )
  return (
    <>
      <div className="max-w-160 rounded-lg border border-line bg-card px-4 pt-3.5">
        <EditForm edit={edit} labels={labels}>
          {group.slug === 'brand' ? (
            <BrandFields form={edit.form} input={input} />
          ) : group.slug === 'payments' ? (
            <PaymentFields form={edit.form} input={input} />
          ) : (
            all.map(input)
          )}
        </EditForm>
      </div>
      {group.slug === 'brand' && <BrandPreview form={edit.form} />}
    </>
  )
}
