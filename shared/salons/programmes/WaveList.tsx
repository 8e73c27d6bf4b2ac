import { StateBadge } from '../../core/campaigns/StateBadge.tsx'
import { count, dateTime, formatDay, plural } from '../../formats.ts'
import type { Salon } from '../salons/contract.ts'
import { firstNameOf } from '../salons/rules.ts'
import { MAX_REQUESTS } from '../salons/todos.ts'
import type { Wave } from './contract.ts'

/** The months of a programme, newest first. */
export const WaveList = ({ salon, waves }: { salon: Salon; waves: Wave[] }) => (
  <ol className="sb-plain sb-waves" aria-label="Months">
    {waves.map((wave) => (
      <li key={wave.id}>
        <b className="sb-strong">{formatDay(wave.askedFor)}</b>{' '}
        {wave.campaign && <StateBadge state={wave.campaign.state} />}
        <span className="sb-second">{waveText(wave, firstNameOf(salon.ownerName))}</span>
      </li>
    ))}
  </ol>
)

function waveText(wave: Wave, owner: string): string {
  const { state, requests, lastAskedAt, listAsOf, note, campaign } = wave
  if (state === 'skipped') return `No texts: ${note ?? 'not started'}`
  const dates = listAsOf ? `the list of ${formatDay(listAsOf)}` : 'the booking system'
  if (campaign) {
    const sent = `${count(campaign.sent)} of ${plural(campaign.texts, 'text')} sent, dates from ${dates}`
    return [sent, note ?? toldText(wave, owner)].filter(Boolean).join('. ')
  }
  const asked = `Asked ${owner} ${plural(requests, 'time')}${lastAskedAt ? `, last on ${dateTime(lastAskedAt)}` : ''}`
  return requests < MAX_REQUESTS
    ? `${asked}. Waits for a list.`
    : `${asked}. No list came: please call ${owner}.`
}

const by = { text: 'by text', email: 'by e-mail' }

function toldText({ announcements }: Wave, owner: string): string | null {
  const told = announcements?.find(({ state }) => state === 'arrived')
  if (told?.at) return `Announced to ${owner} ${by[told.by]} on ${dateTime(told.at)}`
  return announcements?.length ? `Not announced to ${owner} yet: no text leaves before the day after` : null
}
