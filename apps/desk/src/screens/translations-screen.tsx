import { LANGUAGES } from '@haat/contract/languages'
import type { ReplyOf } from '@haat/contract/staff/act'
import {
  staffTranslations,
  TRANSLATED_INTO,
  translatedText,
  type TranslatedInto,
} from '@haat/contract/staff/shop'
import { useQuery } from '@tanstack/react-query'
import { Download, FileUp } from 'lucide-react'
import { actQuery } from '../api/queries.ts'
import { saveReply } from '../api/save-reply.ts'
import { ActDialog, useAsk } from '../form/act-form.tsx'
import type { Column, View } from '../table/columns.tsx'
import { ListFrame } from '../table/list-frame.tsx'
import { useListState } from '../table/list-state.ts'
import { MoreMenu } from '../ui/menu.tsx'

type Row = ReplyOf<typeof staffTranslations.list>[number]

const [FIRST] = TRANSLATED_INTO

const VIEWS: View[] = TRANSLATED_INTO.flatMap((language) => {
  const search: Record<string, string> = language === FIRST ? {} : { language }
  return [
    { label: LANGUAGES[language].name, search },
    { label: `${LANGUAGES[language].name}: missing`, search: { ...search, missing: 'yes' } },
  ]
})

/** Texts longer than this are shown by their beginning. */
const SHOWN = 120
const beginning = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)

const columnsOf = (language: TranslatedInto): Column<Row>[] => [
  { header: 'Text', cell: ({ text }) => beginning(text), phone: 'title' },
  {
    header: LANGUAGES[language].name,
    cell: ({ translation }) => (
      <span lang={language} className={translation ? '' : 'text-ink-soft'}>
        {beginning(translation) || 'Not translated'}
      </span>
    ),
    phone: 'sub',
  },
  { header: 'Where', cell: 'about', phone: 'sub' },
]

/** What the merchant has written, in the other languages of the shop. */
export function TranslationsScreen() {
  const state = useListState()
  const ask = useAsk()
  const language = TRANSLATED_INTO.find((one) => one === state.get('language')) ?? FIRST
  const name = LANGUAGES[language].name
  const search = state.get('search')
  const missing = state.get('missing') !== ''
  const query = useQuery(
    actQuery(staffTranslations.list, { language, missing, ...(search && { search }), limit: state.limit }),
  )
  const upload = () =>
    ask({
      act: staffTranslations.set,
      title: `Upload a list in ${name}`,
      text: 'The file of CSV with its translations filled in, saved as UTF-8; or its rows copied from a spreadsheet, with the first line.',
      button: 'Save these',
      given: { language },
      fields: { csv: { label: 'Rows', hint: null } },
      done: translatedText,
    })
  return (
    <ListFrame<Row>
      title="Translations"
      actions={
        <MoreMenu
          label="The whole list"
          items={[
            {
              label: 'CSV',
              icon: Download,
              onClick: () =>
                void saveReply(staffTranslations.get, { language }, `translations-${language}.csv`),
            },
            { label: 'Upload a list', icon: FileUp, onClick: upload },
          ]}
        />
      }
      views={VIEWS}
      searchHint="Words of a text, or the name of a product"
      query={query}
      columns={columnsOf(language)}
      rowId={({ number }) => String(number)}
      nothingYet={{
        title: missing ? 'Nothing is missing' : 'No texts yet',
        text: `Names and descriptions of products, categories, banners, deals and pages are translated here. Buttons and messages of the shop are in ${name} already.`,
      }}
      opened={(key, close) => {
        const row = query.data?.find(({ number }) => String(number) === key)
        return (
          row && (
            <ActDialog
              key={row.number}
              act={staffTranslations.set}
              title={`In ${name}`}
              text={<span className="whitespace-pre-line">{row.text}</span>}
              button="Save"
              given={{ language, text: row.text }}
              fields={{
                translation: {
                  label: name,
                  hint: 'Empty: the shop shows the text as it is',
                  initial: row.translation,
                  isLong: row.text.length > 60,
                },
              }}
              done={({ removed }) => (removed ? 'The translation is removed.' : 'The translation is saved.')}
              onClose={close}
            />
          )
        )
      }}
    />
  )
}
