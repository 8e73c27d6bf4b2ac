import { Button } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { count } from '../formats.ts'
import { refresh, useAction } from '../kit/data.ts'
import { Kbd } from '../kit/Kbd.tsx'
import { Failed, Loading } from '../kit/states.tsx'
import { WaitingButton } from '../kit/WaitingButton.tsx'
import type { ProspectModel } from '../prospects/model.ts'
import { clearSelection } from '../prospects/selection.ts'
import { templateErrors } from '../sms/template.ts'
import { Audience } from './Audience.tsx'
import { attemptKey, firstTemplate, setBasis, setTemplate, useCompose } from './compose.ts'
import type { Basis } from './contract.ts'
import { BasisChoice, TemplateField } from './FirstTextsForm.tsx'
import { recipientsOf } from './leftOut.ts'
import { Preview } from './Preview.tsx'
import { usePreview } from './usePreview.ts'

interface Props {
  model: ProspectModel
  prospectIds: readonly string[]
  onStarted: (id: string) => void
  onClose: () => void
}

/** 1 who gets it, 2 why you may write to them, 3 what it says; beside it how it reads on real records. */
export function ComposeFirstTexts({ model, prospectIds, onStarted, onClose }: Props) {
  const { template, basis } = useCompose()
  const [tried, setTried] = useState(false)
  const basisField = useRef<HTMLDivElement>(null)
  const textField = useRef<HTMLTextAreaElement>(null)
  const preview = usePreview(prospectIds, template, firstTemplate)
  const start = useStart(prospectIds, onStarted)
  const wrong = templateErrors(template).template
  const leftOut = preview.data?.leftOut
  const recipients = useMemo(
    () => (leftOut ? recipientsOf(model, prospectIds, leftOut) : []),
    [model, prospectIds, leftOut],
  )
  const number = preview.data?.recipients ?? 0

  const send = () => {
    setTried(true)
    if (basis === null) basisField.current?.querySelector('input')?.focus()
    else if (wrong !== undefined) textField.current?.focus()
    else if (!start.isPending && number > 0) start.mutate(basis)
  }

  return (
    <form
      className="sb-first-compose"
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat) send()
      }}
    >
      <div className="sb-first-columns">
        <div className="sb-first-steps">
          <Step number={1} title="Who gets it">
            {preview.data && <Audience model={model} selected={prospectIds.length} preview={preview.data} />}
            {preview.isPending && <Loading text="Checking who can get it..." rows={3} rowHeight={32} />}
            {preview.isError && !preview.data && (
              <Failed
                title="Could not check who can get it"
                error={preview.error}
                onRetry={() => void preview.refetch()}
              />
            )}
          </Step>
          <Step number={2} title="Why you may write to them">
            <BasisChoice
              ref={basisField}
              value={basis}
              missing={tried && basis === null}
              onChange={setBasis}
            />
          </Step>
          <Step number={3} title="What it says">
            <TemplateField input={textField} value={template} wrong={wrong} onChange={setTemplate} />
          </Step>
        </div>
        <Preview
          recipients={recipients}
          template={template}
          wrong={wrong}
          preview={preview.isCurrent ? preview.data : undefined}
        />
      </div>
      <div className="sb-first-foot">
        <p>
          Each becomes <strong>Contacted</strong> when its text is sent. You can pause or cancel at any time.
        </p>
        <Button onClick={onClose}>Cancel</Button>
        <WaitingButton
          intent="primary"
          busy={start.isPending}
          busyText="Starting..."
          disabled={number === 0}
          endIcon={<Kbd keys="Mod+Enter" />}
          onClick={send}
        >
          {number === 1 ? 'Send 1 First Text' : `Send ${count(number)} First Texts`}
        </WaitingButton>
      </div>
    </form>
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

function useStart(prospectIds: readonly string[], onStarted: (id: string) => void) {
  const client = useQueryClient()
  return useAction({
    run: (api, basis: Basis) => {
      const { template } = useCompose.getState()
      const audience = { prospectIds: [...prospectIds], template, basis }
      return api.campaigns.start(audience, { idempotencyKey: attemptKey() })
    },
    done: ({ id }) => {
      clearSelection()
      void refresh(client, ['campaigns', 'list'], ['metrics', 'sms'])
      onStarted(id)
    },
    failure: { title: 'Error', fallback: 'The first texts were not started', serverWords: true },
  })
}
