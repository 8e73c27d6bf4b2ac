import type { ServiceState } from './contract.ts'

/** A service on the simulated phone network where nothing is wrong, for tests of screens. */
export const serviceForTests = (more: Partial<ServiceState> = {}): ServiceState => ({
  alertNumber: null,
  sender: '+447700900100',
  publicUrl: 'https://salonback.example',
  simulated: true,
  sendingStopped: null,
  stoppedSenders: [],
  restored: null,
  backupFailed: null,
  storageFault: null,
  quietHours: '08:00-21:00',
  sendRatePerSecond: 10,
  maxImportBytes: 268_435_456,
  ...more,
})
