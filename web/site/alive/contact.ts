import { ContactForm } from '../forms/ContactForm.tsx'
import { bringAlive } from './alive.ts'

bringAlive(ContactForm)
