import { Button, Card, FormGroup, HTMLSelect } from '@blueprintjs/core'
import { ChevronDown, ChevronUp } from '@blueprintjs/icons'
import { useId, useMemo, useState } from 'react'
import { ContactStatus, statusLabel } from '../../core/inbox/contactStatus.ts'
import { plural } from '../../formats.ts'
import { usePhone } from '../../kit/useMedia.ts'
import type { Prospect } from './contract.ts'
import { countFilters, filterOptions, type ProspectFilters } from './filters.ts'
import { ratingLabels, ratingRanges, reviewLabels, reviewRanges } from './rules.ts'
import type { ProspectsView } from './useView.ts'

type Name = Exclude<keyof ProspectFilters, 'search'>
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
  const shown = !phone || open
  return (
    <Card className="sb-filters">
      {phone && (
        <FoldButton
          used={countFilters(view.filters)}
          open={open}
          controls={fieldsId}
          onClick={() => setOpen(!open)}
        />
      )}
      {shown && <Fields id={fieldsId} prospects={prospects} view={view} />}
    </Card>
  )
}

function FoldButton({
  used,
  open,
  controls,
  onClick,
}: {
  used: number
  open: boolean
  controls: string
  onClick: () => void
}) {
  const Arrow = open ? ChevronUp : ChevronDown
  return (
    <Button
      variant="minimal"
      className="sb-filters-fold"
      aria-expanded={open}
      aria-controls={open ? controls : undefined}
      alignText="start"
      fill
      endIcon={<Arrow title={false} />}
      onClick={onClick}
    >
      Filters
      {used > 0 && (
        <>
          {` · ${used}`}
          <span className="sb-hidden"> set</span>
        </>
      )}
    </Button>
  )
}

/** The six filters in one row; those in use are outlined. */
function Fields({ id, prospects, view }: Props & { id: string }) {
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
    <div id={id} className="sb-filter-fields">
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
    </div>
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
