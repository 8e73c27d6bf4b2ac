-- What staff call a campaign. Without a name, screens show its day and its first words.
alter table campaigns add column name text check (name <> '' and length(name) <= 60);
