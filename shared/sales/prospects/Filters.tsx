import { Button, Card, FormGroup, HTMLSelect } from '@blueprintjs/core'
import { ChevronDown, ChevronUp } from '@blueprintjs/icons'
import { useId, useMemo, useState } from 'react'
import { ContactStatus, statusLabel } from '../../core/inbox/contactStatus.ts'
import { plural } from '../../formats.ts'
import { usePhone } from '../../kit/useMedia.ts'
import type { Prospect } from './contract.ts'
import { countFilters, filterOptions, type SelectFilter } from './filters.ts'
import { ratingLabels, ratingRanges, reviewLabels, reviewRanges } from './rules.ts'
import type { ProspectsView } from './useView.ts'

type Option = readonly [value: string, label: string]

const unlabeled = (values: readonly string[]): Option[] => values.map((value) => [value, value])

const statusOptions: Option[] = [['none', statusLabel(null)], ...unlabeled(ContactStatus.options)]
const ratingOptions = ratingRanges.map((range): Option => [range, ratingLabels[range]])
const reviewOptions = reviewRanges.map((range): Option => [range, reviewLabels[range]])

interface Props {
  prospects: readonly Prospect[]
  view: ProspectsView
}

/** The six filters. On a phone a button shows and hides them, so that the list starts near the top. */
export function Filters({ prospects, view }: Props) {
  const phone = usePhone()
  const [open, setOpen] = useState(false)
  const fieldsId = useId()
  const used = countFilters(view.filters)
  return (
    <Card className="sb-filters">
      {phone && (
        <Button
          variant="minimal"
          className="sb-filters-fold"
          aria-expanded={open}
          aria-controls={open ? fieldsId : undefined}
          alignText="start"
          fill
          endIcon={open ? <ChevronUp title={false} /> : <ChevronDown title={false} />}
          onClick={() => setOpen(!open)}
        >
          Filters
          {used > 0 && (
            <>
              {` · ${used}`}
              <span className="sb-hidden"> set</span>
            </>
          )}
        </Button>
      )}
      {(!phone || open) && <Fields id={fieldsId} prospects={prospects} view={view} />}
    </Card>
  )
}

/** The six filters in one row; those in use are outlined. */
function Fields({ id, prospects, view }: Props & { id: string }) {
  const { filters, setFilters, clearFilters } = view
  const used = countFilters(filters)
  const fields = useMemo((): Record<SelectFilter, [label: string, options: Option[]]> => {
    const found = (field: 'category' | 'country' | 'phoneType') => unlabeled(filterOptions(prospects, field))
    return {
      status: ['Contact Status', statusOptions],
      category: ['Category', found('category')],
      country: ['Country', found('country')],
      rating: ['Rating Range', ratingOptions],
      reviews: ['Review Count', reviewOptions],
      phoneType: ['Phone Type', found('phoneType')],
    }
  }, [prospects])
  return (
    <div id={id} className="sb-filter-fields">
      {(Object.entries(fields) as [SelectFilter, [string, Option[]]][]).map(([name, [label, options]]) => (
        <Filter
          key={name}
          label={label}
          all={name === 'status' ? 'All Statuses' : 'All'}
          options={options}
          value={filters[name]}
          onChange={(value) => setFilters({ [name]: value })}
        />
      ))}
      <Button
        variant="minimal"
        className="sb-filters-clear"
        data-hidden={used === 0}
        disabled={used === 0}
        onClick={() => clearFilters()}
      >
        Clear {plural(used, 'filter')}
      </Button>
    </div>
  )
}

interface FilterProps {
  label: string
  /** Label of no choice. */
  all: string
  options: readonly Option[]
  value: string
  onChange: (value: string) => void
}

function Filter({ label, all, options, value, onChange }: FilterProps) {
  const id = useId()
  return (
    <FormGroup label={label} labelFor={id}>
      <HTMLSelect
        id={id}
        fill
        className="sb-filter"
        data-used={value !== '' || undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        options={[
          { value: '', label: all },
          ...options.map(([code, name]) => ({ value: code, label: name })),
        ]}
      />
    </FormGroup>
  )
}
