import { showKeptToast } from '../forms/toasts.ts'

showKeptToast()
