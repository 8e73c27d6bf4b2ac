import { Button, Card, FormGroup, HTMLSelect } from '@blueprintjs/core'
import { useId } from 'react'
import { plural } from '../formats.ts'
import { filtersInUse, type ProspectFilters, type ProspectModel } from './model.ts'
import { contactStatuses, ratingLabels, ratingRanges, reviewLabels, reviewRanges } from './rules.ts'
import type { ProspectsView } from './useView.ts'

type Name = Exclude<keyof ProspectFilters, 'search'>
type Option = readonly [value: string, label: string]

const plain = (values: readonly string[]): Option[] => values.map((value) => [value, value])

const statusOptions: Option[] = [['none', 'No Status'], ...plain(contactStatuses)]
const ratingOptions = ratingRanges.map((range): Option => [range, ratingLabels[range]])
const reviewOptions = reviewRanges.map((range): Option => [range, reviewLabels[range]])

/** The six filters in one row; those in use are ringed. */
export function Filters({ model, view }: { model: ProspectModel; view: ProspectsView }) {
  const { filters, setFilters, clearFilters } = view
  const used = filtersInUse(filters)
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
        options={plain(model.category.values)}
        value={filters.category}
        onChange={setFilters}
      />
      <Filter
        name="country"
        label="Country"
        options={plain(model.country.values)}
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
        options={plain(model.phoneType.values)}
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
        {options.map(([code, words]) => (
          <option key={code} value={code}>
            {words}
          </option>
        ))}
      </HTMLSelect>
    </FormGroup>
  )
}
