import { Questionnaire } from '../forms/Questionnaire.tsx'
import { bringAlive } from './alive.ts'

bringAlive(Questionnaire)
