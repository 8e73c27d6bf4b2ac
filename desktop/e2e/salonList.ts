/** Number ranges reserved for fiction, a thousand numbers each, in different spellings. Texts come from 07700 900 only. */
const ranges: ((last: string) => string)[] = [
  (last) => `0151 496 0${last}`,
  (last) => `+44 (0)1632 960${last}`,
  (last) => `020 7946 0${last}`,
  (last) => `0044113496 0${last}`,
  (last) => `(0114) 496-0${last}`,
]

/** An import file of 5,200 records: 5,000 valid, 150 duplicates in another spelling and 50 invalid. */
export function salonList(): string {
  const fresh = ranges.flatMap((spell, range) =>
    Array.from({ length: 1000 }, (_, i) =>
      salon(`Salon ${range * 1000 + i}`, spell(String(i).padStart(3, '0'))),
    ),
  )
  const repeated = Array.from({ length: 150 }, (_, i) =>
    salon(`Again ${i}`, `+441514960${String(i).padStart(3, '0')}`),
  )
  const unusable = Array.from(
    { length: 50 },
    (_, i) => [salon('', '07700 900001'), salon('No phone', ''), 'not a record'][i % 3],
  )
  return JSON.stringify({
    export_metadata: {
      export_id: '5a10c0de-0000-4000-8000-000000005000',
      source_app: 'marketplace-scraper',
      exported_at: '2025-09-14T08:30:00Z',
      total_records: 5200,
    },
    prospects: [...fresh, ...repeated, ...unusable],
  })
}

const salon = (name: string, phone: string) => ({
  name,
  phone,
  category: 'Nail Salon',
  country: 'GB',
  phone_type: 'mobile',
  address: '1 High St, Leeds',
  rating: '4.7',
  review_count: '1,204',
  team_size: ' 6 ',
})
