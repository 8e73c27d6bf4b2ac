import { Button } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
import { StartInput } from '../../core/campaigns/WaitStrip.tsx'
import { plural } from '../../formats.ts'
import { refresh, useAction, useRead } from '../../kit/data.ts'
import { InputField, SendButton } from '../../kit/Field.tsx'
import { Form } from '../../kit/Form.tsx'
import { useConsoleForm } from '../../kit/form.ts'
import { Kbd } from '../../kit/Kbd.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { templateErrors } from '../../sms/template.ts'
import { Audience } from './Audience.tsx'
import { attemptKey, formatQuietHours, type SelectedProspect, useCompose } from './compose.ts'
import { Basis, MAX_NAME } from './contract.ts'
import { BasisChoice, FirstTexts, SecondTextFields, TemplateField } from './FirstTextsForm.tsx'
import { Preview } from './Preview.tsx'
import { Checks, PreviewTotals } from './PreviewTotals.tsx'
import { useRecipients, useTextTotals } from './usePreview.ts'

interface Props {
  prospects: readonly SelectedProspect[]
  prospectIds: readonly string[]
  onStarted: (id: string) => void
  onClose: () => void
}

/** The form for first texts: recipients, legal basis and template, beside a preview with real prospects. */
export function ComposeFirstTexts({ prospects, prospectIds, onStarted, onClose }: Props) {
  const { template, startAt, secondTemplate, secondAfterDays } = useCompose()
  const byId = useMemo(() => new Map(prospects.map((prospect) => [prospect.id, prospect])), [prospects])
  const { preview, recipients } = useRecipients(byId, prospectIds)
  const prices = preview.data?.prices
  const totals = useTextTotals(recipients, template, prices)
  const secondTotals = useTextTotals(recipients, secondTemplate, prices)
  const wrong = templateErrors(template).template
  const chosen = secondAfterDays !== ''
  const second = chosen ? { template: secondTemplate, afterDays: Number(secondAfterDays) } : null
  const number = preview.data?.recipients
  const quietHours = useRead('settings', 'service').data?.quietHours
  const hours = quietHours ? formatQuietHours(quietHours) : null
  const form = useFirstTextsForm(prospectIds, number ?? 0, onStarted)

  return (
    <Form form={form} deliberate className="sb-first-compose sb-column">
      <div className="sb-first-columns">
        <div className="sb-first-steps sb-column">
          <Step number={1} title="Who gets it">
            <div className="sb-first-audience">
              <Loaded
                read={preview}
                loading={{
                  text: `Checking ${plural(prospectIds.length, 'prospect')}...`,
                  rows: 1,
                  rowHeight: 32,
                }}
                failed="Could not check who can get it"
              >
                {(data) => <Audience prospects={byId} selected={prospectIds.length} preview={data} />}
              </Loaded>
            </div>
          </Step>
          <Step number={2} title="Why you may write to them">
            <BasisChoice form={form} />
          </Step>
          <Step number={3} title="What it says">
            <TemplateField form={form} name="template" wrong={wrong} />
          </Step>
          <Step number={4} title="Second text (optional)">
            <SecondTextFields form={form} chosen={chosen} wrong={templateErrors(secondTemplate).template} />
          </Step>
          <Step number={5} title="When it starts, and its name">
            <StartInput
              form={form}
              hours={hours ? `Texts leave between ${hours} of each recipient’s day.` : undefined}
            />
            <InputField
              form={form}
              name="name"
              label="Name (optional)"
              note="For lists and results. Salons do not see it."
              maxLength={MAX_NAME}
            />
          </Step>
        </div>
        <Preview
          recipients={recipients}
          template={template}
          second={second}
          checks={<Checks templates={chosen ? [template, secondTemplate] : [template]} />}
        >
          {preview.data && totals && (
            <PreviewTotals
              audience={preview.data}
              first={totals}
              second={chosen ? secondTotals : null}
              startAt={startAt}
              prospects={byId}
            />
          )}
        </Preview>
      </div>
      <div className="sb-first-foot sb-row sb-medium sb-muted">
        <p>
          Each becomes <strong>Contacted</strong> when its text is sent. You can pause or cancel at any time.
        </p>
        <Button onClick={onClose}>Cancel</Button>
        <SendButton form={form} busyText="Starting..." disabled={!number} endIcon={<Kbd keys="Mod+Enter" />}>
          {startAt === '' ? 'Send' : 'Schedule'} {plural(number ?? prospectIds.length, 'First Text')}
        </SendButton>
      </div>
    </Form>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: React.ReactNode }) {
  return (
    <section className="sb-first-step">
      <h3>
        <span className="sb-first-number" aria-hidden="true">
          {number}
        </span>
        {title}
      </h3>
      {children}
    </section>
  )
}

/** The form state. Its values are kept in a store, because the drawer may be closed and opened again. */
function useFirstTextsForm(
  prospectIds: readonly string[],
  recipients: number,
  onStarted: (id: string) => void,
) {
  const client = useQueryClient()
  const { name, template, basis, startAt, secondTemplate, secondAfterDays } = useCompose()
  const start = useAction({
    run: (api, values: z.output<typeof FirstTexts>) =>
      api.firstTexts.start(
        { prospectIds: [...prospectIds], ...startOf(values) },
        { idempotencyKey: attemptKey() },
      ),
    done: ({ id }) => {
      void refresh(client, ['firstTexts', 'list'], ['metrics', 'sms'])
      onStarted(id)
    },
    failure: null,
  })
  return useConsoleForm({
    schema: FirstTexts,
    values: { name, basis: basis ?? '', template, startAt, secondTemplate, secondAfterDays },
    onEdit: storeValues,
    send: async (values) => {
      if (recipients > 0) await start.mutateAsync(values)
    },
    failure: { title: 'Error', fallback: 'The first texts were not started' },
  })
}

/** The values without the fields that are unset. */
const startOf = ({ name, basis, template, startAt, ...second }: z.output<typeof FirstTexts>) => ({
  ...(name && { name }),
  basis,
  template,
  ...(startAt && { startAt }),
  ...(second.secondAfterDays && {
    secondText: { template: second.secondTemplate, afterDays: Number(second.secondAfterDays) },
  }),
})

function storeValues({ basis, ...others }: z.input<typeof FirstTexts>) {
  const { data } = Basis.safeParse(basis)
  useCompose.setState({ ...others, ...(data && { basis: data }) })
}
