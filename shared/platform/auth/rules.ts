/** The server's rules for a new password, shown beside its field. */
export const passwordHint = 'At least 8 characters. Several unrelated words make a strong password.'

const browsers: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b|\(win32\)/, 'Windows'],
  [/\bMacintosh\b|\(darwin\)/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b|\(linux\)/, 'Linux'],
]

const firstMatch = (of: readonly [RegExp, string][], agent: string) =>
  of.find(([mark]) => mark.test(agent))?.[1]

/** `Chrome on Windows` for a User-Agent. `app` is the name that the desktop app sends. */
export function describeUserAgent(agent: string | null, app: string): string {
  const isApp = agent?.toLowerCase().startsWith(`${app.toLowerCase()}/`)
  const browser = isApp ? `${app} app` : firstMatch(browsers, agent ?? '')
  const system = firstMatch(systems, agent ?? '')
  if (!browser) return system ? `A program on ${system}` : 'Another program'
  return system ? `${browser} on ${system}` : browser
}
