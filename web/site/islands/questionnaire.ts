import { hydrateLater } from './hydrateLater.ts'

hydrateLater(async () => (await import('../forms/Questionnaire.tsx')).Questionnaire)
