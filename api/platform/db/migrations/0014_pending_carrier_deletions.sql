-- The field's word for what the table holds: texts of erased people that the carrier has yet to delete.
alter table pending_forgets rename to pending_carrier_deletions;
alter index pending_forgets_pkey rename to pending_carrier_deletions_pkey;
