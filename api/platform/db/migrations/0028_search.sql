-- The search over everything finds names that begin with what was typed. The collation of `prospects_by_name` may put
-- such names apart.
create index prospects_by_beginning on prospects (lower(name collate "C"));
create index clients_by_beginning on clients (lower(coalesce(first_name, '') collate "C"));
