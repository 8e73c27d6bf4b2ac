-- A key used again with another body must be refused, not answered with the first reply.
alter table idempotency_keys add column request_hash bytea;
create index idempotency_keys_age on idempotency_keys (created_at);

-- What is only kept for a while is found by its age.
create index receipts_age on receipts (received_at);
create index login_failures_age on login_failures (at);
create index rate_limits_age on rate_limits (window_start);

-- An event stream ends with its session: the hash names the session and opens nothing.
create function notify_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('sessions', encode(old.token_hash, 'hex'));
  return null;
end $$;
create trigger sessions_notify_end after delete on sessions for each row execute function notify_session_end();
