import { LeadForm } from '../forms/LeadForm.tsx'
import { bringAlive } from './alive.ts'

bringAlive(LeadForm)
