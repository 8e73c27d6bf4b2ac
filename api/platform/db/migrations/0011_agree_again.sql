-- An owner agreed to these numbers. After a change of one no version is agreed to: the next campaign waits for a new agreement.
create function forget_agreed_version() returns trigger language plpgsql as $$
begin
  new.agreement_version := null;
  return new;
end $$;
create trigger salons_agree_again before update of fee_bps, attribution_days, hold_days, payment_days, currency on salons
  for each row
  when ((old.fee_bps, old.attribution_days, old.hold_days, old.payment_days, old.currency)
    is distinct from (new.fee_bps, new.attribution_days, new.hold_days, new.payment_days, new.currency))
  execute function forget_agreed_version();
