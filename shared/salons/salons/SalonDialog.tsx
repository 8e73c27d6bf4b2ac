import './salons.css'
import { Dialog } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { salonPath } from '../../host/addresses.ts'
import { usePlatform } from '../../host/platform.ts'
import { queryKeyOf, useAction } from '../../kit/data.ts'
import { DialogForm } from '../../kit/Field.tsx'
import { toast } from '../../kit/toasts.ts'
import type { SalonDetails } from './contract.ts'
import { newSalon, SalonFields, type SalonValues, useSalonForm } from './SalonFields.tsx'

interface Props {
  title: string
  /** Values that are known already. */
  start?: Partial<SalonValues>
  /** The waitlist response it is made from, which can become one salon only. */
  sourceId?: string
  onClose: () => void
}

/** The form for a new salon. Opens the salon when it is stored. */
export function SalonDialog({ title, start, sourceId, onClose }: Props) {
  const client = useQueryClient()
  const { route } = usePlatform()
  const create = useAction({
    run: (api, details: SalonDetails) => api.salons.create({ ...details, ...(sourceId && { sourceId }) }),
    done: (salon) => {
      void client.invalidateQueries({ queryKey: queryKeyOf('salons', 'list'), exact: true })
      client.setQueryData(queryKeyOf('salons', 'get', { id: salon.id }), salon)
      toast.success('Salon added', `Next: ${salon.nextStep}`)
      // Replaces the path with the open form: Back must not open it again.
      route.set(salonPath(salon.id), { replace: true })
    },
    failure: null,
  })
  const { form, values } = useSalonForm(newSalon(start), create.mutateAsync, {
    title: 'Not added',
    fallback: 'Failed to add the salon',
  })
  return (
    <Dialog
      isOpen
      className="sb-salon-dialog"
      title={title}
      canOutsideClickClose={false}
      onClose={onClose}
      // Not onOpened: by then staff may type in another field.
      onOpening={() => form.focus('name')}
    >
      <DialogForm form={form} action={title} busyText="Adding..." back="Cancel" onBack={onClose}>
        <SalonFields form={form} values={values} />
      </DialogForm>
    </Dialog>
  )
}
