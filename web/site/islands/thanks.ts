import { showStoredToast } from '../forms/toasts.ts'

showStoredToast()
