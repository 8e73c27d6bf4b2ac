import { expect, test } from 'vitest'
import { expectReading } from '../../testing/expectReading.ts'
import { readFile } from './readFile.ts'

const lost = 'digits were lost in a spreadsheet, export the column as text'

test('Fresha', () =>
  expectReading(
    `\ufeff"Client ID","First Name","Last Name","Full Name","Blocked","Block Reason","Gender","Mobile Number","Telephone","Email","Accepts Marketing","Accepts SMS Marketing","Address","Date of Birth","Note","Last Appointment","Upcoming Appointment"
"101","Siobhán","Murphy","Siobhán Murphy","No","","Female","+353 87 123 4567","","s@example.com","Yes","Yes","1 Main St","1985-03-02","Colour: 6.1, ""warm""","2025-03-14","---"
"102","Mary-Kate","O'Neill","Mary-Kate O'Neill","No","","Female","+353 86 123 4567","","","Yes","No","","","","2024-12-01","2025-06-20"
"103","Walk In","","Walk In","No","","","","","","","","","","","Never",""
"104","Ella","Byrne","Ella Byrne","No","","Female","+353 85 123 4567","","","","","","2012-09-01","Mum books","2025-01-10",""
"105","Tom","Kelly","Tom Kelly","Yes","No shows","Male","0851234568","","","","","","1970-01-01","","2023-05-05",""
"106","Siobhan","Murphy","Siobhan Murphy","No","","","0871234567","","","No","No","","","","2025-04-02",""
"107","Aoife","Ryan","Aoife Ryan","No","","","","086 765 4321","","No","","","","","2025-02-01",""`,
    'IE',
    {
      columns: {
        phone: 'Mobile Number',
        otherPhone: 'Telephone',
        firstName: 'First Name',
        lastName: 'Last Name',
        name: 'Full Name',
        lastVisit: 'Last Appointment',
        nextVisit: 'Upcoming Appointment',
        consent: 'Accepts SMS Marketing',
        blocked: 'Blocked',
        birthday: 'Date of Birth',
      },
      clients: [
        '2 +353871234567 Siobhán 2025-04-02 - - no',
        '3 +353861234567 Mary-Kate 2024-12-01 2025-06-20 - no',
        '5 +353851234567 Ella 2025-01-10 - - unknown minor',
        '6 +353851234568 Tom 2023-05-05 - - unknown blocked',
        '8 +353867654321 Aoife 2025-02-01 - - unknown',
      ],
      rejected: [[4, '', 'no phone number']],
      merged: 1,
      dateOrder: 'iso',
    },
  ))

test('Vagaro, with titles and a total', () =>
  expectReading(
    `Customer List,,,,,,,,
"Shear Joy Salon, Hartford CT",,,,,,,,
Customer Name,Cell Phone,Day Phone,Email,Last Visited,Next Appointment,Appointments,Tags,Birth Date
"Smith, Jane",(860) 555-0142,,j@example.com,04/25/2025,,12,VIP,01/02/1980
"Lee, Ann",,860-555-0143,,4/3/2025 2:30 PM,06/20/2025,3,,
"Brown, Bea",8605550144,,,N/A,,0,Employee,
"Stone, Cat",1-860-555-0142,,,05/02/2025,,1,"Do not book, Late",
"Green, Di",555-0145,,,01/09/2025,,2,,
"King, Eve",(860) 555-0146,(860) 555-0147,,12/24/2024,,5,,05/06/2010
Total Customers: 6,,,,,,23,,`,
    'US',
    {
      columns: {
        phone: 'Cell Phone',
        otherPhone: 'Day Phone',
        name: 'Customer Name',
        lastVisit: 'Last Visited',
        nextVisit: 'Next Appointment',
        visits: 'Appointments',
        birthday: 'Birth Date',
        tags: 'Tags',
      },
      clients: [
        '4 +18605550142 Jane 2025-05-02 - 12 unknown blocked vip',
        '5 +18605550143 Ann 2025-04-03 2025-06-20 3 unknown',
        '6 +18605550144 Bea - - 0 unknown staff',
        '9 +18605550146 Eve 2024-12-24 - 5 unknown minor',
      ],
      rejected: [[8, '555-0145', 'not a phone number']],
      merged: 1,
      reported: [[9, 'the other number, ending in 147, is not used']],
      dateOrder: 'month-first',
    },
  ))

test('Square', () =>
  expectReading(
    `Reference ID,First Name,Last Name,Email Address,Phone Number,Nickname,Company Name,Birthday,Memo,Square Customer ID,Creation Source,First Visit,Last Visit,Transaction Count,Lifetime Spend,Email Subscription Status,Instant Profile,Blocked from online booking
,Jane,Smith,j@example.com,+12025550142,,,1980-01-02,,A1,Directory,2021-02-03,2025-04-03,12,$420.00,Subscribed,No,No
,Ann,Lee,,'+12025550143,,,,,A2,Import,,2024-11-30,"1,204",$0.00,Unsubscribed,No,Yes
,,,,,,,,,A3,Instant Profile,2025-01-01,2025-01-01,1,$30.00,,Yes,No
,Bea,Brown,,2.02556E+09,,,,,A4,Import,,2025-01-02,1,$30.00,,No,No
,Cat,Stone,,(202) 555-0145,,,01-02,,A5,Manual,,,0,$0.00,,No,No
,Ann,Lee-Jones,,202-555-0143,,,,,A6,Manual,,2025-05-01,3,$90.00,,No,No`,
    'US',
    {
      columns: {
        phone: 'Phone Number',
        firstName: 'First Name',
        lastName: 'Last Name',
        lastVisit: 'Last Visit',
        visits: 'Transaction Count',
        blocked: 'Blocked from online booking',
        birthday: 'Birthday',
      },
      clients: [
        '2 +12025550142 Jane 2025-04-03 - 12 unknown',
        '3 +12025550143 Ann 2025-05-01 - 1204 unknown blocked',
        '6 +12025550145 Cat - - 0 unknown',
      ],
      rejected: [
        [4, '', 'no phone number'],
        [5, '2.02556E+09', lost],
      ],
      merged: 1,
      dateOrder: 'iso',
    },
  ))

test('Booksy', () =>
  expectReading(
    `First name;Last name;Mobile phone;Email;Birthday;Last visit;Number of visits;Marketing consent;Blacklisted;Discount
Emma;Jones;7700900123;;;03/04/2025;4;Yes;No;
Grace;Hall;447700900124;;;10/02/2025;1;No;No;
Ruby;Hill;0044 7700 900125;;;01/01/1900;0;;No;10%
Lily;Wood;+44 (0)7700 900126;;05/11/2009;09/12/2024;7;Opted In;Yes;
Ivy;Ward;07700 900127 / 020 7946 0127;;;12/05/2025;2;1;No;
Mia;Cole;0770 090 012;;;12/05/2025;2;1;No;`,
    'GB',
    {
      columns: {
        phone: 'Mobile phone',
        firstName: 'First name',
        lastName: 'Last name',
        lastVisit: 'Last visit',
        visits: 'Number of visits',
        consent: 'Marketing consent',
        blocked: 'Blacklisted',
        birthday: 'Birthday',
      },
      clients: [
        '2 +447700900123 Emma 2025-04-03 - 4 yes',
        '3 +447700900124 Grace 2025-02-10 - 1 no',
        '4 +447700900125 Ruby - - 0 unknown',
        '5 +447700900126 Lily 2024-12-09 - 7 yes blocked minor',
        '6 +447700900127 Ivy 2025-05-12 - 2 yes',
      ],
      rejected: [[7, '0770 090 012', 'not a complete phone number']],
      reported: [[6, 'the other number, ending in 127, is not used']],
      dateOrder: 'day-first',
    },
  ))

test('Acuity', () =>
  expectReading(
    `First Name,Last Name,Phone,Email,Notes,Days Since Last Appointment,Tags
Jane,Smith,2025550142,j@example.com,"Likes tea,
quiet",59,
Ann,Lee,+12025550143,,,0,VIP
Bea,Brown,,b@example.com,,400,
Cat,Stone,202.555.0144,,,,
Di,Green,call her sister,,,12,
Jane,S,(202) 555-0142,,,7,`,
    'US',
    {
      columns: {
        phone: 'Phone',
        firstName: 'First Name',
        lastName: 'Last Name',
        daysSinceVisit: 'Days Since Last Appointment',
        tags: 'Tags',
      },
      clients: [
        '2 +12025550142 Jane 2025-05-25 - - unknown',
        '3 +12025550143 Ann 2025-06-01 - - unknown vip',
        '5 +12025550144 Cat - - - unknown',
      ],
      rejected: [
        [4, '', 'no phone number'],
        [6, 'call her sister', 'not a phone number'],
      ],
      merged: 1,
      dateOrder: 'iso',
    },
  ))

test('Phorest', () =>
  expectReading(
    `First Name,Surname,Mobile,Landline,Email,SMS Marketing Consent,SMS Reminder Consent,Email Marketing Consent,Client Category,First Visit,Last Visit,Deceased
Niamh,Walsh,353871234567,,,TRUE,TRUE,TRUE,,01/02/2020,14/03/2025,FALSE
Orla,Byrne,871234568,,,FALSE,TRUE,TRUE,VIP,01/02/2020,02/01/2025,FALSE
Una,Daly,,01 234 5678,,,TRUE,TRUE,,01/02/2020,02/01/2025,FALSE
Peig,Nolan,="0871234569",,,TRUE,TRUE,,,01/02/2020,30/11/2022,TRUE
Roisin,Kane,07700 900123,,,TRUE,TRUE,,Staff,01/02/2020,02/01/2025,FALSE
Maeve,Quinn,+44 7700 900123,,,TRUE,TRUE,,Staff,01/02/2020,02/01/2025,FALSE`,
    'IE',
    {
      columns: {
        phone: 'Mobile',
        otherPhone: 'Landline',
        firstName: 'First Name',
        lastName: 'Surname',
        lastVisit: 'Last Visit',
        consent: 'SMS Marketing Consent',
        deceased: 'Deceased',
        tags: 'Client Category',
      },
      clients: [
        '2 +353871234567 Niamh 2025-03-14 - - yes',
        '3 +353871234568 Orla 2025-01-02 - - no vip',
        '4 +35312345678 Una 2025-01-02 - - unknown',
        '5 +353871234569 Peig 2022-11-30 - - yes deceased',
        '7 +447700900123 Maeve 2025-01-02 - - yes staff',
      ],
      rejected: [[6, '07700 900123', 'may be a UK number: write it with +44']],
      dateOrder: 'day-first',
    },
  ))

test('Timma, Windows-1252 with semicolons', () =>
  expectReading(
    Buffer.from(
      `Nimi;Puhelinnumero;S\xe4hk\xf6posti;Markkinointilupa;Viimeisin k\xe4ynti;Seuraava varaus;K\xe4ynnit
Mary Ann Lee;+44 7700 900123;;Kyll\xe4;3.4.2025;;4
Zo\xeb Hall;+44 7700 900124;;Ei;28.2.2025;5.6.2025;1
Aino Virtanen;+358 40 1234567;;;1.1.2025;;
Bea;;b@example.com;Kyll\xe4;;;
Mary Lee;07700 900123;;;1.5.2025;;1
Yhteens\xe4;;;;;;6`,
      'latin1',
    ),
    'GB',
    {
      columns: {
        phone: 'Puhelinnumero',
        name: 'Nimi',
        lastVisit: 'Viimeisin käynti',
        nextVisit: 'Seuraava varaus',
        visits: 'Käynnit',
        consent: 'Markkinointilupa',
      },
      clients: [
        '2 +447700900123 Mary 2025-05-01 - 4 yes',
        '3 +447700900124 Zoë 2025-02-28 2025-06-05 1 no',
        '4 +358401234567 Aino 2025-01-01 - - unknown',
      ],
      rejected: [[5, '', 'no phone number']],
      merged: 1,
      dateOrder: 'day-first',
    },
  ))

test('the first rows shown are those below the titles and the header', async () => {
  const file = Buffer.from(
    'Customer List,,\n"Shear Joy Salon, Hartford CT",,\nCustomer Name,Cell Phone,Last Visited\n"Smith, Jane",(860) 555-0142,04/25/2025\n,,\n"Lee, Ann",860-555-0143,04/03/2025\n',
  )
  const salon = { country: 'US', timeZone: 'America/New_York' } as const
  const {
    preview: { sample },
  } = await readFile({ file, fileName: 'customers.csv' }, salon, new Date('2025-06-01'))
  expect(sample).toEqual([
    ['Smith, Jane', '(860) 555-0142', '04/25/2025'],
    ['Lee, Ann', '860-555-0143', '04/03/2025'],
  ])
})
