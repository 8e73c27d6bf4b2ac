import { expect, test } from 'vitest'
import type { ListAnswers } from './contract.ts'
import { declaredConsent } from './declaredConsent.ts'
import type { ListedConsent } from './listValues.ts'

type Answer = ListAnswers['knewOfTexts']

test.each<[said: ListedConsent, knew: Answer, inWriting: Answer, kinds: string[]]>([
  ['yes', 'yes', 'yes', ['written_consent', 'soft_opt_in']],
  ['yes', 'yes', 'no', ['soft_opt_in']],
  ['yes', 'yes', 'unknown', ['soft_opt_in']],
  ['yes', 'yes', undefined, ['soft_opt_in']],
  ['yes', 'no', 'yes', ['written_consent']],
  ['yes', 'unknown', 'yes', ['written_consent']],
  ['yes', 'no', 'no', ['listed_yes']],
  ['yes', 'unknown', 'unknown', ['listed_yes']],
  ['yes', 'no', undefined, ['listed_yes']],
  ['unknown', 'yes', 'yes', ['soft_opt_in']],
  ['unknown', 'no', 'yes', []],
  ['unknown', 'unknown', undefined, []],
  ['unread', 'yes', 'no', ['soft_opt_in']],
  ['unread', 'no', 'no', []],
  ['no', 'yes', 'yes', ['objection']],
  ['no', 'no', 'no', ['objection']],
  ['no', 'unknown', undefined, ['objection']],
])('%s on the list, knew of texts: %s, in writing: %s', (said, knewOfTexts, consentInWriting, kinds) => {
  expect(declaredConsent(said, { knewOfTexts, consentInWriting })).toEqual(kinds)
})
