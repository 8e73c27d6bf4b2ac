/** How to get the file with the clients out of a booking system. */
export interface ExportGuide {
  name: string
  /** At most five. */
  steps: readonly string[]
  /** The month when the steps were compared with the help pages of the system; null: not compared. */
  checkedIn: string | null
}

const save = 'Save the file on your phone or computer, then choose it below.'
const askSupport = (name: string) => `If you find no such button, ask ${name} for “a file of all my clients”.`

/** By the key that is stored with a salon. */
export const exportGuides = {
  fresha: {
    name: 'Fresha',
    steps: [
      'Open Fresha in a browser and choose Clients, then Clients list.',
      'Choose Options at the top, then Export.',
      'Choose CSV or Excel. Your account needs the permission for clients.',
      save,
    ],
    checkedIn: null,
  },
  phorest: {
    name: 'Phorest',
    steps: [
      'Open Phorest on a computer, with the PIN of a manager.',
      'Choose Manager, then Reports, and the report with all clients.',
      'Include mobile number and last visit, then choose Export.',
      askSupport('Phorest'),
      save,
    ],
    checkedIn: null,
  },
  booksy: {
    name: 'Booksy',
    steps: [
      'Open Booksy Biz in a browser and choose Clients.',
      'Look for Export or Download beside the list.',
      askSupport('Booksy'),
      save,
    ],
    checkedIn: null,
  },
  square: {
    name: 'Square',
    steps: [
      'Open your Square Dashboard in a browser and choose Customers, then Directory.',
      'Choose Import/Export at the top right, or the three dots.',
      'Choose Export customers.',
      save,
    ],
    checkedIn: 'November 2026',
  },
  vagaro: {
    name: 'Vagaro',
    steps: [
      'Open Vagaro in a browser and choose Customers at the top.',
      'Look for Export, in the list of customers or in Reports.',
      'Choose Excel or CSV, with mobile number and last visit.',
      askSupport('Vagaro'),
      save,
    ],
    checkedIn: null,
  },
  timely: {
    name: 'Timely',
    steps: [
      'Open Timely in a browser and choose Customers.',
      'Look for Export beside Import customers, or in Reports.',
      askSupport('Timely'),
      save,
    ],
    checkedIn: null,
  },
  treatwell: {
    name: 'Treatwell',
    steps: [
      'Open Treatwell Connect on a computer and choose Clients.',
      'Look for Export or Download beside the list.',
      askSupport('Treatwell'),
      save,
    ],
    checkedIn: null,
  },
  acuity: {
    name: 'Acuity',
    steps: [
      'Open Acuity in a browser and choose Clients, then Import/Export.',
      'Below “Export to Spreadsheet (.csv)” choose Export Client List.',
      'Choose all clients, then Export Clients.',
      save,
    ],
    checkedIn: 'November 2026',
  },
  other: {
    name: 'Another system',
    steps: [
      'Open your booking system in a browser, on a computer if you can.',
      'Look for Clients or Customers, then for Export, Download or Reports.',
      'Choose CSV or Excel, with name, mobile number, last visit and the answer about texts.',
      'If you find no such button, ask its support for “a file of all my clients”.',
      save,
    ],
    checkedIn: null,
  },
} as const satisfies Record<string, ExportGuide>

export type BookingSystem = keyof typeof exportGuides
export const bookingSystems = Object.keys(exportGuides) as [BookingSystem, ...BookingSystem[]]

/** The guide with this key; undefined for a key of a later or earlier version. */
export const guideOf = (system: string | null): ExportGuide | undefined =>
  bookingSystems.includes(system as BookingSystem) ? exportGuides[system as BookingSystem] : undefined
