import { expect, test } from 'vitest'
import { readBankCsv } from './bankCsv.ts'

const paid = { day: '2026-11-03', amount: 123_450, currency: null }

/** Exports as the banks write them, each with a payment of 1,234.50 on 3 November 2026. */
test.each<[string, string, object]>([
  [
    'Barclays',
    'Number,Date,Account,Amount,Subcategory,Memo\n ,03/11/2026,20-00-00 12345678,1234.50,Counter Credit,GLOW HAIR 101-3 BGC',
    { ...paid, text: 'GLOW HAIR 101-3 BGC' },
  ],
  [
    'HSBC UK, without a header',
    '03/11/2026,CR GLOW HAIR 101-3,"1,234.50"',
    { ...paid, text: 'CR GLOW HAIR 101-3' },
  ],
  [
    'Lloyds',
    "Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance\n03/11/2026,FPI,'30-00-00,12345678,GLOW HAIR 101-3,,1234.50,9999.99",
    { ...paid, text: 'GLOW HAIR 101-3' },
  ],
  [
    'NatWest',
    'Date,Type,Description,Value,Balance,Account Name,Account Number\n03 Nov 2026,BAC,"GLOW HAIR , 101-3",1234.50,9999.99,SALONBACK,600000-12345678',
    { ...paid, text: 'GLOW HAIR , 101-3' },
  ],
  [
    'Monzo',
    'Transaction ID,Date,Time,Type,Name,Emoji,Category,Amount,Currency,Local amount,Local currency,Notes and #tags,Address,Receipt,Description\ntx_1,03/11/2026,10:00:00,Faster payment,Glow Hair,,Income,1234.50,GBP,1234.50,GBP,,,,101-3',
    { ...paid, currency: 'GBP', text: 'Glow Hair 101-3' },
  ],
  [
    'Starling',
    'Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP),Spending Category,Notes\n03/11/2026,Glow Hair,101-3,FASTER PAYMENT,1234.50,9999.99,INCOME,',
    { ...paid, currency: 'GBP', text: 'Glow Hair 101-3' },
  ],
  [
    'AIB',
    'Posted Account, Posted Transactions Date, Description1, Description2, Description3, Debit Amount, Credit Amount,Balance,Posted Currency,Transaction Type,Local Currency Amount,Local Currency\n"93-0000","03/11/26","GLOW HAIR","101-3","",,"1,234.50","9,999.99",EUR,"Credit"," 1,234.50",EUR',
    { ...paid, currency: 'EUR', text: 'GLOW HAIR 101-3' },
  ],
  [
    'Bank of Ireland',
    'Date,Details,Debit,Credit,Balance\n03/11/2026,GLOW HAIR 101-3,,1234.50,9999.99\n13/11/2026,RENT,500.00,,9499.99',
    { ...paid, text: 'GLOW HAIR 101-3' },
  ],
  [
    'Revolut Business',
    'Date started (UTC),Date completed (UTC),ID,Type,State,Description,Reference,Payer,Orig currency,Orig amount,Payment currency,Amount,Fee,Balance\n2026-11-02,2026-11-03,id,TOPUP,COMPLETED,Money added from GLOW HAIR,101-3,Glow Hair,EUR,1234.50,EUR,1234.50,0.00,9999.99',
    { ...paid, currency: 'EUR', text: 'Glow Hair 101-3 Money added from GLOW HAIR' },
  ],
  [
    'Chase',
    'Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #\nCREDIT,11/03/2026,"ORIG CO NAME:GLOW HAIR 101-3",1234.50,ACH_CREDIT,9999.99,,',
    { ...paid, text: 'ORIG CO NAME:GLOW HAIR 101-3 CREDIT' },
  ],
  [
    'Bank of America',
    'Description,,Summary Amt.\nBeginning balance as of 11/01/2026,,"8,765.49"\n\nDate,Description,Amount,Running Bal.\n11/01/2026,Beginning balance as of 11/01/2026,,"8,765.49"\n11/03/2026,"GLOW HAIR DES:101-3","1,234.50","9,999.99"',
    { ...paid, text: 'GLOW HAIR DES:101-3' },
  ],
  [
    'Wells Fargo, without a header',
    '"11/03/2026","1234.50","*","","GLOW HAIR 101-3"',
    { ...paid, text: 'GLOW HAIR 101-3' },
  ],
  [
    'Capital One',
    'Account Number,Transaction Description,Transaction Date,Transaction Type,Transaction Amount,Balance\n1234,GLOW HAIR 101-3,11/03/26,Credit,1234.50,9999.99\n1234,RENT,11/04/26,Debit,500.00,9499.99',
    { ...paid, text: 'GLOW HAIR 101-3' },
  ],
])('%s', (_, csv, row) => {
  const { rows } = readBankCsv(csv)
  const { line: _line, ...first } = rows[0] ?? { line: 0 }
  expect(first).toEqual(row)
  expect(rows.slice(1).every(({ amount }) => amount === -50_000)).toBe(true)
})

test('rows that cannot be read are left out with the reason; lines count as in a spreadsheet', () => {
  const csv =
    'Date,Details,Debit,Credit,Balance,State\n31/02/2026,A,,1.00,,\n13/11/2026,B,,,,\n13/11/2026,C,,2.00,,Pending\n13/11/2026,D,,2.00,,'
  expect(readBankCsv(csv)).toEqual({
    rows: [{ line: 5, day: '2026-11-13', amount: 200, currency: null, text: 'D' }],
    leftOut: [
      { line: 2, reason: 'No date' },
      { line: 3, reason: 'No amount' },
      { line: 4, reason: 'Not booked' },
    ],
  })
})

test.each([
  ['Date,Details,Debit,Credit,Balance\n03/11/2026,A,,1.00,', 'The date 03/11/2026 can be read in two ways'],
  ['Name,Phone\nMaya,07700 900123', 'No columns for date and amount were found'],
  ['', 'No columns for date and amount were found'],
])('%j is refused', (csv, reason) => {
  expect(() => readBankCsv(csv)).toThrow(reason)
})
