import { MobilePhone } from '@blueprintjs/icons'
import { useRoute } from '../../host/routes.ts'
import { useAction, useRead } from '../../kit/data.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { MayCall } from '../../kit/MayCall.tsx'
import { toast } from '../../kit/toasts.ts'
import { WaitingButton } from '../../kit/WaitingButton.tsx'
import { formatPhone } from '../../sms/phone.ts'
import { templateErrors } from '../../sms/template.ts'

interface Props {
  template: string
  prospectId: string
}

/** Sends the text of the preview to the current person's own phone. */
export function SendTest(props: Props) {
  return (
    <MayCall call="testTexts.send">
      <TestButton {...props} />
    </MayCall>
  )
}

function TestButton(text: Props) {
  const { set } = useRoute()
  const number = useRead('testTexts', 'number').data
  const phone = number?.phone
  const test = useAction({
    run: (api, input: Props) => api.testTexts.send(input),
    done: ({ phone }) => toast.success('Test sent', `It is on its way to ${formatPhone(phone)}.`),
    failure: { title: 'No test sent', fallback: 'The test could not be sent', showServerMessage: true },
  })
  // Without a number the button keeps its place: what is below it would move when the number is read.
  return (
    <div className="sb-first-test sb-row sb-wrap">
      <WaitingButton
        icon={<MobilePhone title={false} />}
        busy={test.isPending}
        busyText="Sending..."
        disabled={!phone || templateErrors(text.template).template !== undefined}
        onClick={() => test.mutate(text)}
      >
        Send a test to me
      </WaitingButton>
      <span className="sb-small sb-muted">
        {number && (phone ? `To ${formatPhone(phone)}, marked as a test. ` : 'To try it on your phone: ')}
        {number && (
          <LinkButton onClick={() => set({ account: 'emails' })}>
            {phone ? 'Change' : 'add your number'}
          </LinkButton>
        )}
      </span>
    </div>
  )
}
