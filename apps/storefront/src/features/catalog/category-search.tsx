import { LIMITS } from '@haat/contract/rules'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useListingSearch } from './use-listing-search.ts'

/** A search within a category, kept in the address. */
export function CategorySearch() {
  const { search, change } = useListingSearch()
  const [text, setText] = useState(search.get('search') ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change({ search: text.trim() })
  }
  return (
    <form role="search" aria-label="Search in this category" onSubmit={submit} className="flex gap-2">
      <TextField
        type="search"
        label="Search in this category"
        labelHidden
        placeholder="Search in this category"
        maxLength={LIMITS.search_length}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="grow"
      />
      <Button type="submit" variant="outline" className="min-h-12">
        Search
      </Button>
    </form>
  )
}
