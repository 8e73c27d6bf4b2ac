import { useQuery } from '@tanstack/react-query'
import { usePlatform } from '../../host/platform.ts'
import { queryKeyOf, type RefreshedCall, useAction, useRead } from '../../kit/data.ts'
import { toast } from '../../kit/toasts.ts'
import type { Salon } from '../salons/contract.ts'
import { type Appointment, type AppointmentResult, MAX_APPOINTMENTS } from './appointment.ts'
import { type AppointmentChoices, MAX_PREVIEWED } from './contract.ts'

/** What is sent of a file. */
export interface ImportedFile {
  /** A new one for each reading. */
  readId: string
  fileName: string
  appointments: readonly Appointment[]
}

const noChoices: AppointmentChoices = { states: {}, unit: null, lastImport: null }

/** What staff decided about files of the salon. A change counts for later files, too. */
export function useChoices({ id }: Salon) {
  const read = useRead('appointments', 'choices', { id })
  const choose = useAction({
    scope: 'appointments.choose',
    run: (api, change: Pick<Partial<AppointmentChoices>, 'unit'> & { states?: ChosenWords }) =>
      api.appointments.choose({ id, ...change }),
    settled: (_, client) =>
      void client.invalidateQueries({ queryKey: queryKeyOf('appointments', 'choices', { id }) }),
    failure: { title: 'Not decided', fallback: 'Failed to store the decision', showServerMessage: true },
  })
  return { choices: read.data ?? noChoices, isLoading: read.isLoading, choose }
}

type ChosenWords = Record<string, AppointmentChoices['states'][string] | null>

/** In parts with all appointments of a client together: a fee depends on all of them. */
export function partsOf(appointments: readonly Appointment[], most: number): Appointment[][] {
  const byPhone = appointments.toSorted((a, b) => (a.phone < b.phone ? -1 : Number(a.phone > b.phone)))
  const parts: Appointment[][] = []
  for (let at = 0; at < byPhone.length; ) {
    let end = Math.min(at + most, byPhone.length)
    while (end < byPhone.length && end > at && byPhone[end]?.phone === byPhone[end - 1]?.phone) end--
    if (end === at) end = Math.min(at + most, byPhone.length)
    parts.push(byPhone.slice(at, end))
    at = end
  }
  return parts
}

/** Minor units. */
export interface ImportFees {
  charged: { clients: number; amount: number }
  takenBack: { clients: number; amount: number }
}

/** The fees that an import would add and take back. `isPending` also without a file. */
export function useFees({ id }: Salon, file: ImportedFile | null) {
  const { api } = usePlatform()
  return useQuery<ImportFees>({
    queryKey: ['appointments', 'preview', id, file?.readId],
    enabled: file !== null && file.appointments.length > 0,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const fees = { charged: { clients: 0, amount: 0 }, takenBack: { clients: 0, amount: 0 } }
      for (const part of partsOf(file?.appointments ?? [], MAX_PREVIEWED)) {
        const body = { id, fileName: file?.fileName ?? '', appointments: part }
        const preview = await api.appointments.preview(body, { signal })
        for (const kind of ['charged', 'takenBack'] as const) {
          fees[kind].clients += preview[kind].clients
          fees[kind].amount += preview[kind].amount
        }
      }
      return fees
    },
  })
}

const changed: RefreshedCall[] = [
  ['visits', 'list'],
  ['billing', 'entries'],
  // With all below a salon.
  ['salons', 'get'],
]

/** Stores a file in parts, one after the other. */
export function useStore({ id }: Salon) {
  return useAction({
    run: async (api, { fileName, appointments }: ImportedFile) => {
      const importId = crypto.randomUUID()
      const results: AppointmentResult[] = []
      for (const part of partsOf(appointments, MAX_APPOINTMENTS)) {
        const stored = await api.appointments.importRows({ id, fileName, importId, appointments: part })
        results.push(...stored.results)
      }
      return results
    },
    refreshes: changed,
    failure: {
      title: 'Not imported',
      fallback: 'Failed to import the appointments',
      showServerMessage: true,
    },
  })
}

export function useTakeBack({ id }: Salon) {
  return useAction({
    run: (api, importId: string) => api.appointments.takeBack({ id, importId }),
    done: () => void toast.success('Import taken back', 'Appointments, visits and fees are as before'),
    refreshes: changed,
    failure: {
      title: 'Not taken back',
      fallback: 'Failed to take the import back',
      showServerMessage: true,
    },
  })
}
