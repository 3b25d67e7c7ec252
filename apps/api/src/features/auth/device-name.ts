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
const ANDROID = 'an Android device'

const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'an iPhone'],
  [/\biPad\b/, 'an iPad'],
  [/\bAndroid\b/, ANDROID],
  [/\bKAIOS\//i, 'a KaiOS phone'],
  [/\bWindows\b/, 'a Windows computer'],
  [/\bCrOS\b/, 'a Chromebook'],
  [/\bMacintosh\b/, 'a Mac'],
  [/\bLinux\b/, 'a Linux computer'],
]

const LONGEST = 512

/** Browser and system in words, such as `Chrome on an Android phone`; empty for what is neither. */
export function deviceName(userAgent: string): string {
  const text = userAgent.slice(0, LONGEST)
  const browser = BROWSERS.find(([pattern]) => pattern.test(text))?.[1]
  const found = SYSTEMS.find(([pattern]) => pattern.test(text))?.[1]
  const system = found === ANDROID && /\bMobile\b/.test(text) ? 'an Android phone' : found
  if (system === undefined) return browser ?? ''
  return `${browser ?? UNKNOWN_BROWSER} on ${system}`
}

const TEXTS: Record<string, (browser: string) => string> = {
  'an iPhone': (browser) => t`${browser} on an iPhone`,
  'an iPad': (browser) => t`${browser} on an iPad`,
  'an Android phone': (browser) => t`${browser} on an Android phone`,
  [ANDROID]: (browser) => t`${browser} on an Android device`,
  'a KaiOS phone': (browser) => t`${browser} on a KaiOS phone`,
  'a Windows computer': (browser) => t`${browser} on a Windows computer`,
  'a Chromebook': (browser) => t`${browser} on a Chromebook`,
  'a Mac': (browser) => t`${browser} on a Mac`,
  'a Linux computer': (browser) => t`${browser} on a Linux computer`,
}

/** What `deviceName` has made, in the language of who reads it. */
export function deviceText(name: string): string {
  const [first = '', system = ''] = name.split(' on ')
  const browser = first === UNKNOWN_BROWSER ? t`A browser` : first
  return TEXTS[system]?.(browser) ?? (browser || t`Unknown device`)
}
