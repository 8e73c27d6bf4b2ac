import { Questionnaire } from '../forms/Questionnaire.tsx'
import { hydrateIsland } from './hydrate.ts'

hydrateIsland(Questionnaire)
