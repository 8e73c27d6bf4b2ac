import type { Market } from '../../sms/markets.ts'
import { instantOf } from '../../sms/openHours.ts'

/** Minutes ahead of UTC, or the name of a zone with summer time. */
export type Zone = number | string

const HOUR = 60

const utcNames = new Set(['z', 'utc', 'gmt', 'ut', 'zulu', 'coordinateduniversaltime', 'greenwichmeantime'])

/** Abbreviations, in hours ahead of UTC. Those that several countries use count only where one is meant. */
const abbreviations: Record<string, number> = {
  ...{ bst: 1, wet: 0, west: 1, cet: 1, cest: 2, met: 1, mest: 2, mez: 1, mesz: 2, eet: 2, eest: 3 },
  ...{ edt: -4, pdt: -7, mdt: -6, pst: -8, mst: -7, akst: -9, akdt: -8, hst: -10, est: -5, hdt: -9 },
}
const localAbbreviations: Record<Market, Record<string, number>> = {
  US: { cst: -6, cdt: -5, ast: -4, adt: -3 },
  GB: {},
  IE: { ist: 1 },
}

const london = 'Europe/London'
const dublin = 'Europe/Dublin'
const eastern = 'America/New_York'
const central = 'America/Chicago'
const mountain = 'America/Denver'
const pacific = 'America/Los_Angeles'

/** Names as letters alone. Those of Windows, such as *GMT Standard Time*, and *Eastern Standard Time* have a summer time. */
const zoneNames: Record<string, string> = {
  ...{ uk: london, uktime: london, britishtime: london, london, londontime: london, gmtbst: london },
  ...{ britishsummertime: london, gmtstandardtime: london, dublinedinburghlisbonlondon: london },
  ...{ dublin, dublintime: dublin, ireland: dublin, irishtime: dublin, irishstandardtime: dublin },
  ...{ irelandtime: dublin, ukirelandlisbontime: london, edinburgh: london },
  ...{ et: eastern, easterntime: eastern, easternstandardtime: eastern, easterndaylighttime: eastern },
  ...{ useastern: eastern, easterntimeusandcanada: eastern, easterntimeuscanada: eastern, newyork: eastern },
  ...{ ct: central, centraltime: central, centralstandardtime: central, centraldaylighttime: central },
  ...{ uscentral: central, centraltimeuscanada: central, chicago: central },
  ...{ mt: mountain, mountaintime: mountain, mountainstandardtime: mountain, mountaindaylighttime: mountain },
  ...{ usmountain: mountain, mountaintimeuscanada: mountain, denver: mountain, arizona: 'America/Phoenix' },
  ...{ pt: pacific, pacifictime: pacific, pacificstandardtime: pacific, pacificdaylighttime: pacific },
  ...{ uspacific: pacific, pacifictimeuscanada: pacific, losangeles: pacific },
  ...{ akt: 'America/Anchorage', alaskatime: 'America/Anchorage', alaska: 'America/Anchorage' },
  ...{ alaskastandardtime: 'America/Anchorage', alaskadaylighttime: 'America/Anchorage' },
  ...{ ht: 'Pacific/Honolulu', hawaiitime: 'Pacific/Honolulu', hawaii: 'Pacific/Honolulu' },
  ...{ hawaiistandardtime: 'Pacific/Honolulu', hawaiianstandardtime: 'Pacific/Honolulu' },
  ...{ centraleuropeantime: 'Europe/Paris', centraleuropeanstandardtime: 'Europe/Paris' },
  ...{ centraleuropeansummertime: 'Europe/Paris', westerneuropeantime: 'Europe/Lisbon' },
}

const localNames = new Set(['local', 'localtime', 'salontime', 'businesstime', 'locationtime', 'venuetime'])

const OFFSET = /^(?:utc|gmt|ut|z)?\s*([+-])\s*(\d{1,2})(?::?(\d{2}))?$/i
/** `+01:00[Europe/London]`, `GMT+0100 (British Summer Time)`, `Eastern Time (US & Canada)`. */
const WITH_NOTE = /^([^()[\]]+?)\s*[([]([^()[\]]+)[)\]]$/
/** `(GMT-05:00) Eastern Time`, as lists of zones have it. The number is that of winter, so the name counts. */
const LISTED = /^[([]\s*(?:utc|gmt)[^()[\]]*[)\]]\s*(\S.*)$/i

export interface ZoneContext {
  country: Market
  timeZone: string
}

/** The zone that a text names: `UTC`, `+01`, `GMT+1`, `EDT`, `Europe/London`, `(GMT-05:00) Eastern Time`. Null if it names none. */
export function readZone(text: string, salon: ZoneContext): Zone | null {
  const plain = text.normalize('NFKC').replaceAll('−', '-').trim()
  if (plain.length > 80) return null
  const [, listed] = LISTED.exec(plain) ?? []
  if (listed) return readZone(listed, salon)
  const [, inside] = /^[([]([^()[\]]*)[)\]]$/.exec(plain) ?? []
  if (inside !== undefined) return readZone(inside, salon)
  const [, noted, note] = WITH_NOTE.exec(plain) ?? []
  if (noted && note) return readNoted(noted, note, salon)
  const [, sign, hours, minutes = '0'] = OFFSET.exec(plain) ?? []
  if (sign) return offsetOf(sign, Number(hours), Number(minutes))
  return namedZone(plain, salon)
}

/** A number counts with any note; a name must not differ from a note that is a zone, too. */
function readNoted(text: string, note: string, salon: ZoneContext): Zone | null {
  const zone = readZone(text, salon)
  if (zone === null || OFFSET.test(text)) return zone
  const other = readZone(note, salon)
  return other === null || typeof zone === 'number' || zone === other || typeof other === 'number'
    ? zone
    : null
}

function offsetOf(sign: string, hours: number, minutes: number): number | null {
  const ahead = hours * HOUR + minutes
  if (ahead > 14 * HOUR || minutes % 15 !== 0 || minutes >= HOUR) return null
  return ahead === 0 ? 0 : sign === '-' ? -ahead : ahead
}

function namedZone(text: string, { country, timeZone }: ZoneContext): Zone | null {
  const name = text.toLowerCase().replace(/[^a-z]/g, '')
  if (utcNames.has(name)) return 0
  if (localNames.has(name)) return timeZone
  const hours = localAbbreviations[country][name] ?? abbreviations[name]
  if (hours !== undefined) return hours * HOUR
  return Object.hasOwn(zoneNames, name) ? (zoneNames[name] ?? null) : ianaZone(text)
}

/** `Europe/London`, `America/Argentina/Buenos_Aires`; other names have too many meanings. */
function ianaZone(text: string): string | null {
  const name = text.replaceAll(' ', '_')
  if (!/^[a-z_]+(?:\/[a-z0-9_+-]+){1,2}$/i.test(name)) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

/** The instant at which the clock of the zone shows `2026-01-31T14:00:00`. */
export const instantIn = (zone: Zone, local: string): Date =>
  typeof zone === 'string' ? instantOf(zone, local) : new Date(Date.parse(`${local}Z`) - zone * 60_000)

/** Names of zones by which a heading can end: `Start UTC`. */
export const isZoneWord = (word: string) =>
  utcNames.has(word) || word in abbreviations || word === 'cst' || word === 'cdt' || word === 'ist'
