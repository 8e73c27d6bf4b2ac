import './css/site.css'
import { startAnalytics } from './forms/analytics.ts'
import { keepQuery, markHeader, moveOn, playPhone } from './moves.ts'

moveOn()
keepQuery()
markHeader()
playPhone()
startAnalytics()
