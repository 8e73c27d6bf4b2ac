-- When staff last let it send again. A refusal of an earlier attempt that is stored later does not stop it again.
alter table senders add column resumed_at timestamptz;
alter table send_bucket add column resumed_at timestamptz;
