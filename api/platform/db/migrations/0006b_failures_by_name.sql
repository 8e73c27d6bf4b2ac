-- Whose failures they are, by the same kind of hash: a new password forgives all of them, from wherever they came.
alter table login_failures add column name bytea;
create index login_failures_name on login_failures (name);
