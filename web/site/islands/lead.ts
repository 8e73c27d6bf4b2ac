import { LeadForm } from '../forms/LeadForm.tsx'
import { hydrateIsland } from './hydrate.ts'

hydrateIsland(LeadForm)
