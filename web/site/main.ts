import './css/site.css'
import { startAnalytics } from './forms/analytics.ts'
import { openWithF8 } from './forms/toasts.ts'
import { keepQuery, markHeader, moveOn, playPhone } from './moves.ts'

moveOn()
keepQuery()
markHeader()
playPhone()
startAnalytics()
openWithF8()
