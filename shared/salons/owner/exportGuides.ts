/** How to get the file with the clients out of a booking system. */
export interface ExportGuide {
  name: string
  /** At most five. */
  steps: readonly string[]
  /** The month when the steps were compared with the help pages of the system; null: not compared. */
  checkedIn: string | null
}

const askSupport = (name: string) => `If you find no such button, ask ${name} for “a file of all my clients”.`

const guide = (name: string, ...steps: string[]): ExportGuide => ({
  name,
  steps: [...steps, 'Save the file on your phone or computer, then choose it below.'],
  checkedIn: null,
})

/** By the key that is stored with a salon. */
export const exportGuides = {
  fresha: guide(
    'Fresha',
    'Open Fresha in a browser and choose Clients, then Clients list.',
    'Choose Options at the top, then Export.',
    'Choose CSV or Excel. Your account needs the permission for clients.',
  ),
  phorest: guide(
    'Phorest',
    'Open Phorest on a computer, with the PIN of a manager.',
    'Choose Manager, then Reports, and the report with all clients.',
    'Include mobile number and last visit, then choose Export.',
    askSupport('Phorest'),
  ),
  booksy: guide(
    'Booksy',
    'Open Booksy Biz in a browser and choose Clients.',
    'Look for Export or Download beside the list.',
    askSupport('Booksy'),
  ),
  square: {
    ...guide(
      'Square',
      'Open your Square Dashboard in a browser and choose Customers, then Directory.',
      'Choose Import/Export at the top right, or the three dots.',
      'Choose Export customers.',
    ),
    checkedIn: 'November 2026',
  },
  vagaro: guide(
    'Vagaro',
    'Open Vagaro in a browser and choose Customers at the top.',
    'Look for Export, in the list of customers or in Reports.',
    'Choose Excel or CSV, with mobile number and last visit.',
    askSupport('Vagaro'),
  ),
  timely: guide(
    'Timely',
    'Open Timely in a browser and choose Customers.',
    'Look for Export beside Import customers, or in Reports.',
    askSupport('Timely'),
  ),
  treatwell: guide(
    'Treatwell',
    'Open Treatwell Connect on a computer and choose Clients.',
    'Look for Export or Download beside the list.',
    askSupport('Treatwell'),
  ),
  acuity: {
    ...guide(
      'Acuity',
      'Open Acuity in a browser and choose Clients, then Import/Export.',
      'Below “Export to Spreadsheet (.csv)” choose Export Client List.',
      'Choose all clients, then Export Clients.',
    ),
    checkedIn: 'November 2026',
  },
  other: guide(
    'Another system',
    'Open your booking system in a browser, on a computer if you can.',
    'Look for Clients or Customers, then for Export, Download or Reports.',
    'Choose CSV or Excel, with name, mobile number, last visit and the answer about texts.',
    askSupport('its support'),
  ),
}

export type BookingSystem = keyof typeof exportGuides
export const bookingSystems = Object.keys(exportGuides) as [BookingSystem, ...BookingSystem[]]

/** The guide with this key; undefined for a key of a later or earlier version. */
export const guideOf = (system: string | null): ExportGuide | undefined =>
  bookingSystems.includes(system as BookingSystem) ? exportGuides[system as BookingSystem] : undefined
