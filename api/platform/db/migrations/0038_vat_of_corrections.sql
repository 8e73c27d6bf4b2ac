-- The parts of a statement that VAT treats alike; null: all lines are treated as the statement is.
alter table statements add column vat_parts jsonb;

-- Entries of one client: a correction looks for the fee that it corrects.
create index ledger_entries_client on ledger_entries (salon_id, client_id, seq);
