/** An export of a list of businesses, with what exports hold: several spellings of numbers, landlines, doubles, a missing number. */
const rows = `
Indigo Grooming | Barbershop | IE | +353 20 912 0301 | 150 Quay Street, Galway | 4.9 | 66 | 5
Copper Hair & Co | Hair Salon | GB | 07700 900301 | 148 Park Street, Bristol | 3.9 | 128 | 6
Pearl Massage Rooms | Massage | GB | 07700 900302 | 31 Byres Road, Glasgow | 4.2 | 14 | 6
Sage Colour Bar | Hair Salon | GB | +44 (0)7700 900303 | 20 Station Road, Leeds | 4.6 | 1,082 | 6
Coral Retreat | Day Spa | US | +1 206 555 0121 | 117 Pike Street, Seattle | 3.5 | 8 | 5
Amber Barbers | Barbershop | IE | +353 20 912 0302 | 73 Quay Street, Galway |  | 0 | 8
Coral Bodywork | Massage | GB | +44 7700 900304 | 44 North Lane, Brighton | 4.4 | 128 | 1
Luna Hair Studio | Hair Salon | IE | +353 20 912 0303 | 101 Oliver Plunkett Street, Cork | 4.9 | 128 | 2
Pearl Colour Bar | Hair Salon | US | (312) 555-0122 | 111 Armitage Avenue, Chicago | 4.8 | 41 | 8
Hazel Day Spa | Day Spa | GB | 07700 900305 | 46 Park Street, Bristol | 3.6 | 27 | 1
Rowan Barbers | Barbershop | US | 312-555-0123 | 2 Armitage Avenue, Chicago | 3.6 | 214 | 6
Rowan Skin Studio | Beauty Salon | GB | +44 (0)7700 900306 | 132 Park Street, Bristol | 4.9 | 3 | 12
Thistle Hair Studio | Hair Salon | GB |  | 4 Harbour Street, Whitby | 4.6 | 19 | 2
Indigo Massage Rooms | Massage | GB | +44 7700 900307 | 101 North Lane, Brighton | 3.6 | 90 | 1
Amber Hair Studio | Hair Salon | GB | 01632 960301 | 42 North Lane, Brighton | 3.6 | 1,082 | 1
Willow Nail Bar | Nail Salon | US | +1 512 555 0124 | 26 South Congress Avenue, Austin | 4.9 | 1,082 | 1
Ivory Nail Bar | Nail Salon | IE | 020 912 0304 | 163 Catherine Street, Limerick | 3.8 | 66 | 6
Juniper Barbers | Barbershop | GB | +44 7700 900308 | 123 North Lane, Brighton |  | 0 | 12
Amber Day Spa | Day Spa | US | +1 617 555 0125 | 88 Newbury Street, Boston | 4.6 | 128 | 3
Willow Beauty Rooms | Beauty Salon | US | (312) 555-0126 | 177 Armitage Avenue, Chicago | 4.3 | 3 | 
Amber Retreat | Day Spa | IE | +353 20 912 0305 | 43 Quay Street, Galway | 4.0 | 27 | 
Clover Skin Studio | Beauty Salon | GB | +44 (0)7700 900309 | 50 Park Street, Bristol | 4.7 | 90 | 4
Clover Colour Bar | Hair Salon | US | +1 312 555 0127 | 8 Armitage Avenue, Chicago | 5.0 | 41 | 12
Ivory Retreat | Day Spa | US | 312-555-0128 | 90 Armitage Avenue, Chicago | 4.9 | 66 | 2
Juniper Hair Studio | Hair Salon | US | (206) 555-0129 | 87 Pike Street, Seattle | 3.7 | 1,082 | 1
Coral Barber Club | Barbershop | GB | +44 (0)7700 900310 | 31 Station Road, Leeds | 4.9 | 27 | 12
Ember Hair & Co | Hair Salon | IE | 020 912 0306 | 102 Quay Street, Galway | 4.1 | 8 | 3
Velvet Hair Studio | Hair Salon | IE | +353 20 912 0307 | 168 Oliver Plunkett Street, Cork | 3.6 | 1,082 | 12
Indigo Touch | Massage | GB | 07700 900311 | 4 Park Street, Bristol |  | 0 | 2
Velvet Skin Studio | Beauty Salon | GB | 07700 900312 | 8 Park Street, Bristol | 3.8 | 41 | 
Rowan Colour Bar | Hair Salon | IE | +353 20 912 0308 | 34 Quay Street, Galway | 3.5 | 66 | 12
Sage Colour Bar | Hair Salon | GB | +44 (0)7700 900303 | 20 Station Road, Leeds | 4.6 | 1,082 | 6
Rowan Touch | Massage | US | +1 206 555 0130 | 34 Pike Street, Seattle | 4.3 | 214 | 
Pearl Nails | Nail Salon | GB | 01632 960302 | 2 Byres Road, Glasgow | 4.6 | 14 | 3
Sage Hair & Co | Hair Salon | GB | +44 (0)7700 900313 | 16 Station Road, Leeds | 3.9 | 214 | 
Sage Beauty Rooms | Beauty Salon | US | (617) 555-0131 | 49 Newbury Street, Boston | 3.8 | 8 | 
Indigo Barbers | Barbershop | US | 617-555-0132 | 84 Newbury Street, Boston | 4.4 | 214 | 
Maple Colour Bar | Hair Salon | IE | 020 912 0309 | 179 Catherine Street, Limerick | 4.2 | 41 | 
Pearl Hair Studio | Hair Salon | US | (206) 555-0133 | 101 Pike Street, Seattle | 4.1 | 8 | 4
Luna Barbers | Barbershop | GB | +44 (0)7700 900314 | 165 Park Street, Bristol | 4.5 | 14 | 5
Juniper Colour Bar | Hair Salon | US | (206) 555-0134 | 171 Pike Street, Seattle |  | 0 | 4
Hazel Colour Bar | Hair Salon | IE | 020 912 0310 | 92 Catherine Street, Limerick | 3.9 | 66 | 1
Indigo Wellness | Day Spa | IE | 020 912 0311 | 99 Catherine Street, Limerick | 3.9 | 1,082 | 5
Amber Beauty Rooms | Beauty Salon | GB | 07700 900315 | 22 Park Street, Bristol | 3.8 | 3 | 3
Velvet Wellness | Day Spa | GB | +44 7700 900316 | 39 Mill Lane, York | 4.3 | 214 | 12
Clover Skin Studio (second listing) | Beauty Salon | GB | +44 (0)7700 900309 | 50 Park Street, Bristol | 4.7 | 90 | 4
Opal Bodywork | Massage | GB | 07700 900317 | 177 Mill Lane, York | 3.7 | 8 | 5
Amber Nail Lounge | Nail Salon | IE | 020 912 0312 | 18 Camden Street, Dublin | 3.8 | 8 | 12
Opal Nail Bar | Nail Salon | US | 206-555-0135 | 160 Pike Street, Seattle | 3.6 | 214 | 4
Copper Nail Lounge | Nail Salon | IE | 020 912 0313 | 52 Camden Street, Dublin | 4.9 | 41 | 
Fern Day Spa | Day Spa | IE | call the front desk | 9 Abbey Street, Sligo | 4.1 | 7 | 5
Luna Colour Bar | Hair Salon | GB | +44 (0)7700 900318 | 46 Byres Road, Glasgow | 3.8 | 3 | 5
Willow Nails | Nail Salon | GB | +44 (0)7700 900319 | 49 Byres Road, Glasgow | 4.2 | 27 | 12
Ember Nail Bar | Nail Salon | IE | +353 20 912 0314 | 130 Catherine Street, Limerick |  | 0 | 5
Ivory Bodywork | Massage | GB | 07700 900320 | 163 Mill Lane, York | 3.6 | 66 | 1
Willow Hair Studio | Hair Salon | GB | +44 7700 900321 | 42 Mill Lane, York | 3.5 | 90 | 
Luna Touch | Massage | US | +1 512 555 0136 | 76 South Congress Avenue, Austin | 3.5 | 14 | 3
Pearl Day Spa | Day Spa | GB | +44 7700 900322 | 85 Mill Lane, York | 5.0 | 214 | 6
Noir Colour Bar | Hair Salon | GB | +44 7700 900323 | 47 Park Street, Bristol | 3.4 | 90 | 2
Maple Barber Club | Barbershop | GB | 07700 900324 | 130 Park Street, Bristol | 4.6 | 8 | 5
`

export function demoExport(): string {
  const prospects = rows.trim().split('\n').map(toProspect)
  const metadata = {
    source_app: 'demo',
    exported_at: '2026-01-05T09:00:00Z',
    total_records: prospects.length,
  }
  return JSON.stringify({ export_metadata: metadata, prospects })
}

function toProspect(row: string) {
  const [name, category, country, phone = '', address, rating, reviews, team] = row
    .split('|')
    .map((cell) => cell.trim())
  return {
    name,
    category,
    country,
    phone,
    phone_type: phone.startsWith('01632') ? 'landline' : 'mobile',
    address,
    rating: rating ? Number(rating) : null,
    review_count: reviews,
    team_size: team ? Number(team) : null,
  }
}
