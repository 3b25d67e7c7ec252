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
  return `${browser ?? 'A browser'} on ${system}`
}
