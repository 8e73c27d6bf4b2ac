import { type Database, inTransaction, type Sql } from '../../platform/db/open.ts'
import { funnelProgress, totalsDelta } from './funnel.ts'

// Advisory lock: one process folds at a time, because two would wait for each other's row locks on the totals.
const FOLDING_LOCK = 5_107_046
/** The same as in the SQL function lock_funnel. */
const FUNNEL_LOCK = 5_107_045

/** Rows per transaction. An import waits for this transaction to end. */
const BATCH = 5000
/** Ends a call even if changes arrive faster than they are folded. */
const MAX_BATCHES = 50

/**
 * Moves rows from the change tables into the totals; the figures stay the same. Skips tables that another process is
 * folding, and the funnel while prospects are being inserted. Any number of processes may call it.
 */
export async function foldFigures(sql: Database): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const [due] = await sql<[{ funnel: boolean; others: boolean }]>`
      select exists (select 1 from funnel_changes) as funnel,
        exists (select 1 from total_changes) or exists (select 1 from campaign_changes)
          or exists (select 1 from inbox_changes) as others`
    let folded = 0
    if (due.funnel) folded += await withLocks(sql, [FOLDING_LOCK, FUNNEL_LOCK], foldFunnel)
    if (due.others) {
      folded += await withLocks(
        sql,
        [FOLDING_LOCK],
        async (open) => (await foldCampaigns(open)) + (await foldTotals(open)) + (await foldInbox(open)),
      )
    }
    if (folded < BATCH) return
  }
}

/** Runs the steps with these locks, or returns 0 without waiting if another transaction holds one. */
function withLocks(sql: Database, locks: number[], steps: (sql: Sql) => Promise<number>): Promise<number> {
  return inTransaction(sql, async (open) => {
    for (const lock of locks) {
      const [row] = await open<[{ got: boolean }]>`select pg_try_advisory_xact_lock(${lock}) as got`
      if (!row.got) return 0
    }
    return steps(open)
  })
}

/** Deletes and returns up to `BATCH` rows of a change table. */
const takeBatch = (sql: Sql, table: string) => sql`
  delete from ${sql(table)} where ctid = any (array(select ctid from ${sql(table)} limit ${BATCH})) returning *`

/** One statement, so that the changes and the texts are read from one snapshot. */
async function foldFunnel(sql: Sql): Promise<number> {
  const [row] = await sql<[{ folded: number }]>`
    with folded as (${takeBatch(sql, 'funnel_changes')}),
    progress as materialized (${funnelProgress(sql, sql`folded`)}),
    stored as (
      insert into funnel select id, contacted, positive, followup from progress where contacted or positive or followup
      on conflict (prospect_id) do update
        set contacted = excluded.contacted, positive = excluded.positive, followup = excluded.followup
      where (funnel.contacted, funnel.positive, funnel.followup)
        is distinct from (excluded.contacted, excluded.positive, excluded.followup)
    ), removed as (
      delete from funnel where prospect_id in (select id from progress where not (contacted or positive or followup))
    ), delta as (
      insert into total_changes (contacted, positive, followup)
      select * from (${totalsDelta(sql, sql`progress`)}) m where (contacted, positive, followup) <> (0, 0, 0)
    )
    select count(*)::int as folded from folded`
  return row.folded
}

async function foldCampaigns(sql: Sql): Promise<number> {
  const [row] = await sql<[{ folded: number }]>`
    with folded as (${takeBatch(sql, 'campaign_changes')}),
    added as (
      insert into campaign_totals
      select campaign_id, status, due_at, sum(texts) from folded group by 1, 2, 3 having sum(texts) <> 0
      on conflict (campaign_id, status, due_at) do update set texts = campaign_totals.texts + excluded.texts
    )
    select count(*)::int as folded from folded`
  if (row.folded > 0) await sql`delete from campaign_totals where texts = 0`
  return row.folded
}

async function foldTotals(sql: Sql): Promise<number> {
  const [row] = await sql<[{ folded: number }]>`
    with folded as (${takeBatch(sql, 'total_changes')}),
    added as (
      select coalesce(sum(prospects), 0) as prospects, coalesce(sum(forms), 0) as forms,
        coalesce(sum(opt_outs), 0) as opt_outs, coalesce(sum(review), 0) as review,
        coalesce(sum(contacted), 0) as contacted, coalesce(sum(positive), 0) as positive,
        coalesce(sum(followup), 0) as followup
      from folded
    ), totaled as (
      update totals t set prospects = t.prospects + a.prospects, forms = t.forms + a.forms,
        opt_outs = t.opt_outs + a.opt_outs, review = t.review + a.review, contacted = t.contacted + a.contacted,
        positive = t.positive + a.positive, followup = t.followup + a.followup
      from added a
    )
    select count(*)::int as folded from folded`
  return row.folded
}

async function foldInbox(sql: Sql): Promise<number> {
  const [row] = await sql<[{ folded: number }]>`
    with folded as (${takeBatch(sql, 'inbox_changes')}),
    added as (
      select coalesce(sum(received), 0) as received, coalesce(sum(opt_outs), 0) as opt_outs from folded
    ), totaled as (
      update inbox_totals t set received = t.received + a.received, opt_outs = t.opt_outs + a.opt_outs from added a
    )
    select count(*)::int as folded from folded`
  return row.folded
}
