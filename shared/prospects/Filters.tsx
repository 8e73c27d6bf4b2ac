import { Button, Card, FormGroup, HTMLSelect } from '@blueprintjs/core'
import { useId, useMemo } from 'react'
import { plural } from '../formats.ts'
import type { Prospect } from './contract.ts'
import { countFilters, filterOptions, type ProspectFilters } from './filters.ts'
import {
  contactStatuses,
  ratingLabels,
  ratingRanges,
  reviewLabels,
  reviewRanges,
  statusLabel,
} from './rules.ts'
import type { ProspectsView } from './useView.ts'

type Name = Exclude<keyof ProspectFilters, 'search'>
type Option = readonly [value: string, label: string]

const unlabeled = (values: readonly string[]): Option[] => values.map((value) => [value, value])

const statusOptions: Option[] = [['none', statusLabel(null)], ...unlabeled(contactStatuses)]
const ratingOptions = ratingRanges.map((range): Option => [range, ratingLabels[range]])
const reviewOptions = reviewRanges.map((range): Option => [range, reviewLabels[range]])

/** The six filters in one row; those in use are outlined. */
export function Filters({ prospects, view }: { prospects: readonly Prospect[]; view: ProspectsView }) {
  const { filters, setFilters, clearFilters } = view
  const used = countFilters(filters)
  const values = useMemo(
    () => ({
      category: unlabeled(filterOptions(prospects, 'category')),
      country: unlabeled(filterOptions(prospects, 'country')),
      phoneType: unlabeled(filterOptions(prospects, 'phoneType')),
    }),
    [prospects],
  )
  return (
    <Card className="sb-filters">
      <Filter
        name="status"
        label="Contact Status"
        all="All Statuses"
        options={statusOptions}
        value={filters.status}
        onChange={setFilters}
      />
      <Filter
        name="category"
        label="Category"
        options={values.category}
        value={filters.category}
        onChange={setFilters}
      />
      <Filter
        name="country"
        label="Country"
        options={values.country}
        value={filters.country}
        onChange={setFilters}
      />
      <Filter
        name="rating"
        label="Rating Range"
        options={ratingOptions}
        value={filters.rating}
        onChange={setFilters}
      />
      <Filter
        name="reviews"
        label="Review Count"
        options={reviewOptions}
        value={filters.reviews}
        onChange={setFilters}
      />
      <Filter
        name="phoneType"
        label="Phone Type"
        options={values.phoneType}
        value={filters.phoneType}
        onChange={setFilters}
      />
      <Button
        variant="minimal"
        className="sb-filters-clear"
        data-hidden={used === 0}
        disabled={used === 0}
        onClick={() => clearFilters()}
      >
        Clear {plural(used, 'filter')}
      </Button>
    </Card>
  )
}

function Filter({
  name,
  label,
  all = 'All',
  options,
  value,
  onChange,
}: {
  name: Name
  label: string
  all?: string
  options: readonly Option[]
  value: string
  onChange: (change: Partial<ProspectFilters>) => void
}) {
  const id = useId()
  return (
    <FormGroup label={label} labelFor={id}>
      <HTMLSelect
        id={id}
        fill
        className="sb-filter"
        data-used={value !== '' || undefined}
        value={value}
        onChange={(event) => onChange({ [name]: event.target.value })}
      >
        <option value="">{all}</option>
        {options.map(([code, label]) => (
          <option key={code} value={code}>
            {label}
          </option>
        ))}
      </HTMLSelect>
    </FormGroup>
  )
}
