import { t } from '#say'

/** The first that matches counts: most browsers also name the ones that they descend from. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bFB(?:AN|AV)\b/, 'Facebook'],
  [/\bInstagram\b/, 'Instagram'],
  [/\bWhatsApp\b/, 'WhatsApp'],
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bUC ?Browser\//, 'UC Browser'],
  [/\bMiuiBrowser\//, 'Mi Browser'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bDuckDuckGo\//, 'DuckDuckGo'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?Chrom(?:e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const UNKNOWN_BROWSER = 'A browser'

/** What is stored of each system, and how a reader is told it. */
const SYSTEMS: readonly [RegExp, string, (browser: string) => string][] = [
  [/\biPhone\b/, 'an iPhone', (browser) => t`${browser} on an iPhone`],
  [/\biPad\b/, 'an iPad', (browser) => t`${browser} on an iPad`],
  [/^(?=.*\bAndroid\b).*\bMobile\b/s, 'an Android phone', (browser) => t`${browser} on an Android phone`],
  [/\bAndroid\b/, 'an Android device', (browser) => t`${browser} on an Android device`],
  [/\bKAIOS\//i, 'a KaiOS phone', (browser) => t`${browser} on a KaiOS phone`],
  [/\bWindows\b/, 'a Windows computer', (browser) => t`${browser} on a Windows computer`],
  [/\bCrOS\b/, 'a Chromebook', (browser) => t`${browser} on a Chromebook`],
  [/\bMacintosh\b/, 'a Mac', (browser) => t`${browser} on a Mac`],
  [/\bLinux\b/, 'a Linux computer', (browser) => t`${browser} on a Linux computer`],
]

const LONGEST = 512

/** Browser and system in words, such as `Chrome on an Android phone`; empty for what is neither. */
export function deviceName(userAgent: string): string {
  const text = userAgent.slice(0, LONGEST)
  const browser = BROWSERS.find(([pattern]) => pattern.test(text))?.[1]
  const system = SYSTEMS.find(([pattern]) => pattern.test(text))?.[1]
  if (system === undefined) return browser ?? ''
  return `${browser ?? UNKNOWN_BROWSER} on ${system}`
}

/** What `deviceName` has made, in the language of who reads it. */
export function deviceText(name: string): string {
  const [first = '', system = ''] = name.split(' on ')
  const browser = first === UNKNOWN_BROWSER ? t`A browser` : first
  return SYSTEMS.find(([, stored]) => stored === system)?.[2](browser) ?? (browser || t`Unknown device`)
}
