import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { plural } from '../../formats.ts'
import { useAction } from '../../kit/data.ts'
import { MayCall } from '../../kit/MayCall.tsx'
import { Panel } from '../../kit/Page.tsx'
import { toast } from '../../kit/toasts.ts'
import { WaitingButton } from '../../kit/WaitingButton.tsx'
import type { Salon } from '../salons/contract.ts'
import { ChooseAnswers } from './ChooseAnswers.tsx'
import { ChooseLastVisit, ChoosePhoneColumn } from './ChooseColumn.tsx'
import { Columns } from './Columns.tsx'
import type { ListAnswers, ListPart, ListPreview } from './contract.ts'
import { answersOf, DeclarationForm, emptyDeclaration } from './DeclarationForm.tsx'
import { ListRows } from './ListRows.tsx'
import { ListSheets } from './ListSheets.tsx'
import { partLabels } from './labels.ts'
import { NO_NUMBERS } from './listFault.ts'
import { useSetLists } from './useCurrentLists.ts'
import { useListWaterfall } from './useListWaterfall.ts'
import { WaterfallSteps } from './WaterfallSteps.tsx'

interface Props {
  salon: Salon
  preview: ListPreview
}

/** What an uploaded list holds, before it is stored. */
export function ListReview({ salon, preview }: Props) {
  const [part, setPart] = useState<ListPart | null>(null)
  const [values, setValues] = useState(() => emptyDeclaration(salon))
  const answers = answersOf(values, preview)
  const { data: waterfall, isPlaceholderData } = useListWaterfall(salon.id, preview, answers)
  const judged = isPlaceholderData ? undefined : waterfall
  return (
    <>
      <Panel
        title={`Preview of ${preview.fileName}`}
        aside={
          <MayCall call="lists.undoList">
            <Discard salon={salon} preview={preview} />
          </MayCall>
        }
      >
        <WaterfallSteps
          preview={{ ...preview, ...(waterfall && { waterfall }) }}
          chosen={part}
          onChoose={setPart}
        />
        {preview.reported > 0 && (
          <Button
            size="small"
            className="sb-list-remarks"
            active={part === 'reported'}
            aria-pressed={part === 'reported'}
            onClick={() => setPart(part === 'reported' ? null : 'reported')}
          >
            {plural(preview.reported, 'row')} {partLabels.reported}
          </Button>
        )}
        <p className="sb-small sb-muted">
          {assumptions(preview, judged ? answers : {})} {dateOrders[preview.dateOrder]}
        </p>
        <ListSheets salon={salon} preview={preview} />
      </Panel>
      {part && <ListRows key={part} salonId={salon.id} preview={preview} part={part} answers={answers} />}
      <MayCall
        call="lists.commitList"
        instead={<p className="sb-muted">Only an admin can store this list.</p>}
      >
        {preview.needsPhoneColumn ? (
          <ChoosePhoneColumn key={preview.sheet} salon={salon} preview={preview} />
        ) : preview.needsLastVisitColumn ? (
          <ChooseLastVisit key={preview.sheet} salon={salon} preview={preview} />
        ) : (
          <>
            <Columns salon={salon} preview={preview} />
            <ChooseAnswers salon={salon} preview={preview} />
            {preview.rows - preview.rejected - preview.merged === 0 ? (
              <p className="sb-list-error" role="alert">
                {NO_NUMBERS}
              </p>
            ) : (
              <DeclarationForm
                salon={salon}
                preview={preview}
                values={values}
                onEdit={setValues}
                eligible={judged?.eligible ?? null}
                unknownVisits={preview.waterfall.unknown_last_visit}
              />
            )}
          </>
        )}
      </MayCall>
    </>
  )
}

/** What the counts take for granted until it is answered. */
function assumptions(preview: ListPreview, answers: ListAnswers): string {
  const { needsPhoneColumn, needsLastVisitColumn, consentColumn } = preview
  if (needsPhoneColumn) return 'We do not know yet which column holds the mobile numbers.'
  if (needsLastVisitColumn) return 'We do not know yet which column holds the last visit.'
  const open = [
    !answers.knewOfTexts && 'that clients knew about texts and could refuse them',
    consentColumn && !answers.consentInWriting && `that a yes in “${consentColumn}” is a written agreement`,
  ].filter((words) => typeof words === 'string')
  if (open.length === 0) return 'The counts follow your answers.'
  const assumed = open.join(', and ')
  return Object.keys(answers).length > 0
    ? `The counts follow your answer, and assume ${assumed}.`
    : `The counts assume ${assumed}.`
}

const dateOrders: Record<ListPreview['dateOrder'], string> = {
  'day-first': 'Dates are read as day, month, year.',
  'month-first': 'Dates are read as month, day, year.',
  iso: '',
}

function Discard({ salon, preview }: Props) {
  const setLists = useSetLists(salon.id)
  const discard = useAction({
    run: (api, listId: string) => api.lists.undoList({ id: salon.id, listId }),
    done: ({ message }) => {
      setLists({ preview: null })
      toast.success(message)
    },
    refreshes: [['salons', 'list']],
    failure: { title: 'Not discarded', fallback: 'Failed to discard the list', showServerMessage: true },
  })
  return (
    <WaitingButton
      variant="minimal"
      intent="danger"
      busy={discard.isPending}
      busyText="Discarding..."
      onClick={() => discard.mutate(preview.id)}
    >
      Discard
    </WaitingButton>
  )
}
