import { ContactForm } from '../forms/ContactForm.tsx'
import { hydrateIsland } from './hydrate.ts'

hydrateIsland(ContactForm)
