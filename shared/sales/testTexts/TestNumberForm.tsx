import { DialogBody, InputGroup } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { queryKeyOf, useAction, useRead } from '../../kit/data.ts'
import { Field, SendButton } from '../../kit/Field.tsx'
import { Form } from '../../kit/Form.tsx'
import { useConsoleForm } from '../../kit/form.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { toast } from '../../kit/toasts.ts'
import { formatPhone } from '../../sms/phone.ts'

/** The number of the current person for tests of first texts. */
export function TestNumberForm() {
  const read = useRead('testTexts', 'number')
  return (
    <DialogBody>
      <Loaded
        read={read}
        loading={{ text: 'Loading your number...', rows: 1 }}
        failed="Error loading your number"
      >
        {({ phone }) => <NumberForm phone={phone} />}
      </Loaded>
    </DialogBody>
  )
}

function NumberForm({ phone }: { phone: string | null }) {
  const client = useQueryClient()
  const save = useAction({
    run: (api, values: { phone: string }) => api.testTexts.setNumber(values),
    done: (stored) => {
      client.setQueryData(queryKeyOf('testTexts', 'number'), stored)
      toast.success(
        'Saved',
        stored.phone ? `Tests go to ${formatPhone(stored.phone)}.` : 'No number for tests.',
      )
    },
    failure: null,
  })
  const form = useConsoleForm({
    values: { phone: phone ? formatPhone(phone) : '' },
    send: save.mutateAsync,
    failure: { field: 'phone' },
  })
  return (
    <Form form={form}>
      <Field
        form={form}
        name="phone"
        label="Your mobile number"
        note="For “Send a test to me” in first texts. Leave it empty to remove it."
      >
        {(input) => <InputGroup {...input} type="tel" autoComplete="tel" maxLength={40} />}
      </Field>
      <SendButton form={form} intent="none" busyText="Saving...">
        Save number
      </SendButton>
    </Form>
  )
}
