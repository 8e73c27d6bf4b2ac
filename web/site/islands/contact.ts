import { hydrateLater } from './hydrateLater.ts'

hydrateLater(async () => (await import('../forms/ContactForm.tsx')).ContactForm)
