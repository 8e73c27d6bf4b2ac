import { hydrateLater } from './hydrateLater.ts'

hydrateLater(async () => (await import('../forms/LeadForm.tsx')).LeadForm)
