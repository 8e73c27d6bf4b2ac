-- The rows of an uploaded list, as they were read. Deleted when the list is stored or discarded: the cells hold all columns
-- of the salon.
create table list_rows (
  list_id uuid not null references client_lists on delete cascade,
  -- Counted from 1, as spreadsheets show it.
  row_number integer not null,
  cells jsonb not null,
  -- Null for a title, the header or a total, and for all rows until the column with the numbers is known.
  part text check (part in ('client', 'merged', 'rejected')),
  -- As this row has them. The phone of a rejected row is what stands instead of a number.
  phone text,
  first_name text,
  last_visit date,
  -- What a commit stores, joined from all rows with the number; only in the first of them.
  client jsonb,
  -- Why the row was rejected or merged.
  message text,
  -- What a person should know about the row.
  remarks text,
  primary key (list_id, row_number)
);

-- What the file has besides its rows, and what was found in them; both null once the list was stored.
alter table client_lists add column parsed jsonb, add column preview jsonb;
