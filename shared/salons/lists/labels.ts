import { reasonLabels } from '../clients/eligible.ts'
import type { ConsentAnswer, ListPart } from './contract.ts'

/** What a part of an uploaded list holds. */
export const partLabels: Record<ListPart, string> = {
  rejected: 'without a usable number',
  merged: 'merged into another row with the same number',
  reported: 'with a remark',
  ...reasonLabels,
}

/** What staff decide about an answer that cannot be read. */
export const answerLabels: Record<ConsentAnswer, string> = {
  objection: 'Objection',
  consent: 'Consent',
  nothing: 'Nothing said',
}
