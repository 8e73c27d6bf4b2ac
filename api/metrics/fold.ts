import { type Database, inTransaction, type Sql } from '../db/open.ts'
import { movesOf, placesOf } from './funnel.ts'

// Any number, the same for every process: one of them folds at a time. Two would wait for each other's totals.
const FOLDING_LOCK = 5_107_046
/** As in the function lock_funnel. */
const FUNNEL_LOCK = 5_107_045

/** In one transaction, so that an import that waits for it does not wait for long. */
const MAX_AT_ONCE = 5000
/** One call ends even where changes come faster than they are folded. */
const MAX_BATCHES = 50

/**
 * Adds what was appended to the totals; the figures are the same before and after. Leaves alone what another process
 * folds, and the funnel while prospects are being added. Any number of processes may call it.
 */
export async function foldFigures(sql: Database): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const [due] = await sql<[{ funnel: boolean; others: boolean }]>`
      select exists (select 1 from funnel_changes) as funnel,
        exists (select 1 from total_changes) or exists (select 1 from campaign_changes)
          or exists (select 1 from inbox_changes) as others`
    let took = 0
    if (due.funnel) took += await alone(sql, [FOLDING_LOCK, FUNNEL_LOCK], foldFunnel)
    if (due.others) {
      took += await alone(
        sql,
        [FOLDING_LOCK],
        async (open) => (await foldCampaigns(open)) + (await foldTotals(open)) + (await foldInbox(open)),
      )
    }
    if (took < MAX_AT_ONCE) return
  }
}

/** Runs the steps unless another transaction holds one of these locks: nobody is waited for. */
function alone(sql: Database, locks: number[], steps: (sql: Sql) => Promise<number>): Promise<number> {
  return inTransaction(sql, async (open) => {
    for (const lock of locks) {
      const [row] = await open<[{ got: boolean }]>`select pg_try_advisory_xact_lock(${lock}) as got`
      if (!row.got) return 0
    }
    return steps(open)
  })
}

/** The first rows of a table of changes, which are gone with that. */
const taken = (sql: Sql, table: string) => sql`
  delete from ${sql(table)} where ctid = any (array(select ctid from ${sql(table)} limit ${MAX_AT_ONCE})) returning *`

/** One statement: the changes it takes and the texts it reads are those of one snapshot. */
async function foldFunnel(sql: Sql): Promise<number> {
  const [row] = await sql<[{ took: number }]>`
    with took as (${taken(sql, 'funnel_changes')}),
    places as materialized (${placesOf(sql, sql`took`)}),
    kept as (
      insert into funnel select id, contacted, positive, followup from places where contacted or positive or followup
      on conflict (prospect_id) do update
        set contacted = excluded.contacted, positive = excluded.positive, followup = excluded.followup
      where (funnel.contacted, funnel.positive, funnel.followup)
        is distinct from (excluded.contacted, excluded.positive, excluded.followup)
    ), left_it as (
      delete from funnel where prospect_id in (select id from places where not (contacted or positive or followup))
    ), moved as (
      insert into total_changes (contacted, positive, followup)
      select * from (${movesOf(sql, sql`places`)}) m where (contacted, positive, followup) <> (0, 0, 0)
    )
    select count(*)::int as took from took`
  return row.took
}

async function foldCampaigns(sql: Sql): Promise<number> {
  const [row] = await sql<[{ took: number }]>`
    with took as (${taken(sql, 'campaign_changes')}),
    added as (
      insert into campaign_totals
      select campaign_id, status, due_at, sum(texts) from took group by 1, 2, 3 having sum(texts) <> 0
      on conflict (campaign_id, status, due_at) do update set texts = campaign_totals.texts + excluded.texts
    )
    select count(*)::int as took from took`
  if (row.took > 0) await sql`delete from campaign_totals where texts = 0`
  return row.took
}

async function foldTotals(sql: Sql): Promise<number> {
  const [row] = await sql<[{ took: number }]>`
    with took as (${taken(sql, 'total_changes')}),
    added as (
      select coalesce(sum(prospects), 0) as prospects, coalesce(sum(forms), 0) as forms,
        coalesce(sum(opt_outs), 0) as opt_outs, coalesce(sum(review), 0) as review,
        coalesce(sum(contacted), 0) as contacted, coalesce(sum(positive), 0) as positive,
        coalesce(sum(followup), 0) as followup
      from took
    ), totaled as (
      update totals t set prospects = t.prospects + a.prospects, forms = t.forms + a.forms,
        opt_outs = t.opt_outs + a.opt_outs, review = t.review + a.review, contacted = t.contacted + a.contacted,
        positive = t.positive + a.positive, followup = t.followup + a.followup
      from added a
    )
    select count(*)::int as took from took`
  return row.took
}

async function foldInbox(sql: Sql): Promise<number> {
  const [row] = await sql<[{ took: number }]>`
    with took as (${taken(sql, 'inbox_changes')}),
    added as (
      select coalesce(sum(received), 0) as received, coalesce(sum(opt_outs), 0) as opt_outs from took
    ), totaled as (
      update inbox_totals t set received = t.received + a.received, opt_outs = t.opt_outs + a.opt_outs from added a
    )
    select count(*)::int as took from took`
  return row.took
}
