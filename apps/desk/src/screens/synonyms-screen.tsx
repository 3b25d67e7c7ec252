import { staffSynonyms } from '@haat/contract/staff/shop'
import { Button, IconButton } from '@haat/ui/button'
import { EmptyState } from '@haat/ui/feedback'
import { inputClass } from '@haat/ui/field'
import { queryOptions } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { useSearchParams } from 'react-router-dom'
import { send } from '../api/client.ts'
import { useActs } from '../api/use-act.ts'
import { EditForm } from '../form/edit-form.tsx'
import { useEditForm } from '../form/use-edit-form.ts'
import { parseSynonyms, type Synonym, synonymCsv } from '../features/shop-front/synonym-csv.ts'
import { useScreen } from '../shell/fallbacks.tsx'
import { ScreenHead } from '../shell/screen-head.tsx'
import { SearchInput } from '../table/list-filters.tsx'
import { matches } from '../table/list-state.ts'

async function loadSynonyms() {
  const { reply, version } = await send(staffSynonyms.get, {})
  return { rows: parseSynonyms(await reply.text()), version }
}

const synonymsQuery = queryOptions({ queryKey: ['synonyms', 'rows'], queryFn: loadSynonyms })

/** Synonyms: what customers type, and what it finds too. */
export function SynonymsScreen() {
  const { data, instead, saves, onSaved } = useScreen(synonymsQuery)
  // The word that somebody comes to explain.
  const [search, setSearch] = useSearchParams()
  const term = search.get('term') ?? ''
  if (!data) return instead
  return (
    <>
      <ScreenHead
        title="Search words"
        text="Who types the word on the left also finds the word on the right."
      />
      <SynonymForm
        key={saves}
        rows={term === '' ? data.rows : [{ term, meaning: '' }, ...data.rows]}
        version={data.version}
        onSaved={() => {
          setSearch({}, { replace: true })
          onSaved()
        }}
      />
    </>
  )
}

/** Rows that are drawn at once. */
const SHOWN = 100

interface SynonymFormProps {
  rows: Synonym[]
  version: string | null
  onSaved: () => void
}

function SynonymForm({ rows, version, onSaved }: SynonymFormProps) {
  const acts = useActs()
  const [searched, setSearched] = useState('')
  const [shown, setShown] = useState(SHOWN)
  const edit = useEditForm<{ rows: Synonym[] }>({
    draftKey: 'synonyms.set',
    stored: { values: { rows }, version },
    onSaved,
    async reload() {
      const now = await loadSynonyms()
      return { values: { rows: now.rows }, version: now.version }
    },
    save: ({ rows: typed }, seen) =>
      acts.send(
        staffSynonyms.set,
        { csv: synonymCsv(typed.filter(({ term, meaning }) => term.trim() || meaning.trim())), yes: true },
        ({ added, removed }) => `Added ${added} and removed ${removed} search words.`,
        { version: seen },
      ),
  })
  const { control, register, getValues } = edit.form
  const { fields, prepend, remove } = useFieldArray({ control, name: 'rows' })
  const found = fields.flatMap((field, index) => {
    const row = getValues(`rows.${index}`)
    return searched === '' || matches(searched, row?.term, row?.meaning) ? [{ field, index }] : []
  })
  return (
    <div className="desk-margin py-3">
      <div className="max-w-160 border-line sm:rounded-lg sm:border sm:bg-card sm:px-4 sm:pt-4">
        <EditForm edit={edit} labels={{ rows: 'Search words' }}>
          <div className="flex gap-2">
            <SearchInput
              placeholder="Find a word"
              value={searched}
              onChange={(event) => setSearched(event.target.value)}
            />
            <Button
              icon={Plus}
              variant="outline"
              onClick={() => {
                setSearched('')
                prepend({ term: '', meaning: '' })
              }}
            >
              Add
            </Button>
          </div>
          {found.length === 0 ? (
            <EmptyState
              title={fields.length === 0 ? 'No search words yet' : 'Nothing found'}
              text="When customers say joota and your products say shoe, put the two words beside each other here."
            />
          ) : (
            <ul className="grid gap-2">
              {found.slice(0, shown).map(({ field, index }) => (
                <li
                  key={field.id}
                  className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-center gap-2"
                >
                  <input
                    aria-label="Customers type"
                    placeholder="joota"
                    className={inputClass(false)}
                    {...register(`rows.${index}.term`)}
                  />
                  <input
                    aria-label="Finds too"
                    placeholder="shoe"
                    className={inputClass(false)}
                    {...register(`rows.${index}.meaning`)}
                  />
                  <IconButton label={`Remove ${field.term}`} onClick={() => remove(index)} icon={X} />
                </li>
              ))}
            </ul>
          )}
          {found.length > shown && (
            <Button variant="outline" onClick={() => setShown(shown + SHOWN)}>
              Show more of {found.length}
            </Button>
          )}
        </EditForm>
      </div>
    </div>
  )
}
