-- Which of the eligible clients a campaign texts, and how many of them first.
alter table campaigns
  add column audience jsonb,
  -- The rest follows on the next day unless too many of these opted out.
  add column first_batch integer check (first_batch between 1 and 1000);
