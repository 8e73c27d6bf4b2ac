import type { StartInfo } from '../bridge.ts'

const platforms: Record<string, StartInfo['platform']> = { darwin: 'mac', win32: 'windows' }

export const platform = platforms[process.platform] ?? 'linux'
