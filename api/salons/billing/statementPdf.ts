import { brand } from '@salonback/shared/brand.ts'
import { longDate, money, shortDay } from '@salonback/shared/formats.ts'
import {
  accountantRows,
  balanceRows,
  partyLines,
  payLine,
  toPayOf,
} from '@salonback/shared/salons/billing/paper.ts'
import {
  baseText,
  kindOf,
  reasonsText,
  shareText,
  sumsOf,
} from '@salonback/shared/salons/billing/statementLines.ts'
import PDFDocument from 'pdfkit'
import type { ShownStatement } from './statementPage.ts'

/** Letters outside of the fonts' Windows-1252 that do not come apart into a letter and an accent. */
const plainLetters: Record<string, string> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  ħ: 'h',
  '\u2192': 'to',
}
/** Windows-1252 beside ASCII and Latin-1. */
const printed = /^[\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]$/

/** A text in letters that the fonts of every PDF reader have: `Şule` becomes `Sule`, `Zoë` and `€` stay. */
export const printableText = (text: string) =>
  Array.from(text.normalize('NFC'), (letter) => {
    if (printed.test(letter)) return letter
    const plain = plainLetters[letter] ?? letter.normalize('NFD').replace(/\p{M}/gu, '')
    return /^[\x20-\x7e]+$/.test(plain) ? plain : '?'
  }).join('')

type Pdf = InstanceType<typeof PDFDocument>

const regular = 'Helvetica'
const bold = 'Helvetica-Bold'
const LEFT = 50
const WIDTH = 495

/** The statement as a PDF of A4 pages, with the lines, sums and ways to pay of its page. */
export function statementPdf(statement: ShownStatement): Promise<Buffer> {
  const { number, salonName, ownerName, issuedAt, timeZone, currency, lines, terms } = statement
  const title = `Statement ${number}, ${salonName}`
  const pdf = new PDFDocument({
    size: 'A4',
    margin: LEFT,
    info: { Title: printableText(title), CreationDate: new Date(issuedAt) },
  })
  const parts: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (part: Buffer) => parts.push(part))
    pdf.on('end', () => resolve(Buffer.concat(parts)))
    pdf.on('error', reject)
  })
  write(pdf, `Statement ${number}`, { font: bold, size: 20 })
  write(
    pdf,
    `For ${salonName}, ${ownerName}\nIssued on ${longDate(issuedAt, timeZone)}\n${brand.name}, ${brand.supportEmail}`,
  )
  if (terms) {
    heading(pdf, 'From')
    write(pdf, partyLines(terms.from).join('\n'))
    heading(pdf, 'To')
    write(pdf, partyLines(terms.to).join('\n'))
  }
  heading(pdf, 'Lines')
  for (const line of lines) {
    const day = line.visitOn === null ? '' : `, ${shortDay(line.visitOn)}`
    const kind = kindOf(line) === null ? '' : `${kindOf(line)}. `
    const share =
      baseText(line, currency) === '–' ? '' : ` ${shareText(line)} of ${baseText(line, currency)}.`
    row(
      pdf,
      `${line.client}${day}. ${kind}${reasonsText(line.reasons)}${share}`,
      money(line.amount, currency),
    )
  }
  for (const [label, amount] of sumsOf(statement)) row(pdf, label, money(amount, currency), bold)
  for (const [label, sum] of balanceRows(statement)) row(pdf, label, sum)
  const pay = payLine(statement)
  row(pdf, pay.label, pay.sum, bold)
  if (terms && toPayOf(statement) > 0) {
    heading(pdf, 'How to pay')
    for (const [label, value] of [...terms.bank, ['Reference', terms.reference] as const])
      row(pdf, label, value)
    if (terms.payUrl) write(pdf, `Online: ${terms.payUrl}`)
  }
  const accountant = accountantRows(statement)
  if (accountant.length > 0) heading(pdf, 'For your accountant')
  for (const [label, value] of accountant) row(pdf, label, value)
  pdf.end()
  return done
}

function write(pdf: Pdf, text: string, { font = regular, size = 10 } = {}): void {
  const words = text.split('\n').map(printableText).join('\n')
  pdf.font(font).fontSize(size).text(words, LEFT, pdf.y, { width: WIDTH }).moveDown(0.5)
}

function heading(pdf: Pdf, text: string): void {
  pdf.moveDown(0.5)
  write(pdf, text, { font: bold, size: 12 })
}

/** A label, and its value at the right edge. A row stays on one page. */
function row(pdf: Pdf, label: string, value: string, font = regular): void {
  const half = WIDTH * 0.6
  pdf.font(font).fontSize(10)
  const [left, right] = [printableText(label), printableText(value)]
  const height = Math.max(
    pdf.heightOfString(left, { width: half }),
    pdf.heightOfString(right, { width: WIDTH - half - 20 }),
  )
  if (pdf.y + height > pdf.page.height - LEFT) pdf.addPage()
  const top = pdf.y
  pdf.text(left, LEFT, top, { width: half })
  pdf.text(right, LEFT + half + 20, top, { width: WIDTH - half - 20, align: 'right' })
  pdf.y = top + height + 4
}
