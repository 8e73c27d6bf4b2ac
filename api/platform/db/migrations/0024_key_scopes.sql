-- The erasure may rewrite any JSON, also to another type.
alter table api_keys drop constraint api_keys_scopes_check;
alter table api_keys add constraint api_keys_scopes_check check (scopes <> '[]');
