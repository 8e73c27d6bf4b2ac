import { brand } from '../../brand.ts'
import { namesSender, optOutLine, templateErrors, withOptOutLine } from '../../sms/template.ts'

interface Check {
  text: string
  done: boolean
}

/** What the texts of a campaign must have, and whether all of them have it. An empty text has nothing. */
export function checklist(templates: readonly string[]): Check[] {
  const isWritten = templates.every((template) => template.trim() !== '')
  const isAdded = isWritten && templates.some((template) => withOptOutLine(template) !== template.trim())
  return [
    { text: `Says who is writing: ${brand.name}`, done: templates.every(namesSender) },
    {
      text: isAdded ? `Ends with how to opt out: “${optOutLine}” is added` : 'Ends with how to opt out',
      done: isWritten,
    },
    {
      text: 'Can be sent as it is written',
      done: templates.every((template) => templateErrors(template).template === undefined),
    },
  ]
}
