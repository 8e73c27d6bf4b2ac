-- Rows of a stored list that became no client, for the salon to mend. Without names: a value may be a person's number.
create table rejected_rows (
  list_id uuid not null references client_lists on delete cascade,
  -- Counted from 1, as spreadsheets show it. `row` is a reserved word.
  row_number integer not null,
  column_name text not null,
  value text not null,
  reason text not null,
  created_at timestamptz not null,
  primary key (list_id, row_number)
);
create index rejected_rows_created on rejected_rows (created_at);
