-- When a booking was taken back that the owner knew of: from then on told_by and told_at are about that.
alter table handovers add column canceled_at timestamptz;
