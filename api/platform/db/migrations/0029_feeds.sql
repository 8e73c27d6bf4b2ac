-- Since when a booking system sends appointments of a salon without a pause of two weeks, and when it did last. Meanwhile the
-- dates of the clients are fresh without a new list. `heard_at` is up to an hour old.
create table feeds (
  salon_id uuid primary key references salons,
  since timestamptz not null,
  heard_at timestamptz not null,
  check (heard_at >= since)
);

-- Which of the eligible clients the waves of a programme text, and how many of them first.
alter table programmes
  add column audience jsonb,
  add column first_batch integer check (first_batch between 1 and 1000);
